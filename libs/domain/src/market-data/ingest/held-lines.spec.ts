import { HeldLines } from './held-lines';

const SERIES = { exchange: 'us', symbol: 'SPX', interval: '1d' } as const;
const openTime = (day: number) => new Date(Date.UTC(2024, 0, day));
const candle = (day: number) => ({
  openTime: openTime(day),
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
});
const BATCH = { candles: [candle(1), candle(2), candle(3)], lines: [11, 12, 13] };
const held = (index: number, state: 'awaiting' | 'spike') => ({ index, problems: [], held: state });

describe('HeldLines', () => {
  it('keeps a line until its candle is settled, and counts a spike as held', () => {
    const lines = new HeldLines();
    const refused = [held(0, 'spike'), held(1, 'awaiting'), held(2, 'awaiting'), { index: 0, problems: [] }];
    expect(lines.note(SERIES, { refused, settled: [] }, BATCH)).toEqual([]);
    expect([lines.count, lines.lines]).toEqual([3, [12, 13]]);
    const settled = [
      { openTime: openTime(2), outcome: 'inserted' },
      { openTime: openTime(3), outcome: 'spike' },
    ] as const;
    expect(lines.note(SERIES, { refused: [], settled }, BATCH)).toEqual([
      { line: 12, outcome: 'inserted' },
      { line: 13, outcome: 'spike' },
    ]);
    expect([lines.count, lines.lines]).toEqual([2, []]);
  });

  it('knows nothing of candles that came before, and of other series', () => {
    const lines = new HeldLines();
    lines.note(SERIES, { refused: [held(1, 'awaiting')], settled: [] }, BATCH);
    const settled = [{ openTime: openTime(2), outcome: 'inserted' }] as const;
    expect(lines.note({ ...SERIES, symbol: 'NDX' }, { refused: [], settled }, BATCH)).toEqual([]);
    expect(lines.lines).toEqual([12]);
  });
});
