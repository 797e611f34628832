import type { ImportProgress, RefusedLine } from '../csv-import/import-lines';
import type { CandleLine } from './candle-file';
import { type CandleImportSettings, importCandles } from './import-candles';
import type { StoredCandles } from './stored-candles';

const SERIES = { exchange: 'us', symbol: 'SPX', interval: '1d' } as const;
const CANDLE = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
const BAD_TIME = [{ field: 'open_time', message: 'must be a time' }];
const NOTHING_HELD = { settled: [], levelShifts: [] };
const BAD_CLOSE = [{ field: 'close', message: 'must be a price' }];

async function* linesOf(contents: readonly ('candle' | 'unreadable')[]): AsyncGenerator<CandleLine> {
  for (const [index, content] of contents.entries()) {
    yield await Promise.resolve({
      line: index + 2,
      bytesRead: (index + 2) * 10,
      content: content === 'candle' ? { ...CANDLE, openTime: new Date(index * 86_400_000) } : BAD_TIME,
    });
  }
}

describe('importCandles', () => {
  const ingest = jest.fn<ReturnType<StoredCandles['ingest']>, Parameters<StoredCandles['ingest']>>();
  const holdExactly = jest.fn<Promise<boolean>, Parameters<StoredCandles['holdExactly']>>();
  const finishLoad = jest.fn<Promise<void>, [string]>();
  let progress: ImportProgress[];
  let refused: RefusedLine[];
  let interruption: AbortController;
  let offGrid: number;

  beforeEach(() => {
    progress = [];
    refused = [];
    offGrid = 0;
    interruption = new AbortController();
    finishLoad.mockReset().mockResolvedValue();
    holdExactly.mockReset().mockResolvedValue(false);
    ingest
      .mockReset()
      .mockImplementation((_, candles) =>
        Promise.resolve({ seriesId: 1, inserted: candles.length, updated: 0, refused: [], ...NOTHING_HELD }),
      );
  });

  function run(contents: readonly ('candle' | 'unreadable')[], settings: Partial<CandleImportSettings> = {}) {
    return importCandles(
      { ingest, holdExactly, finishLoad, calendarOf: () => Promise.resolve('XNYS') },
      linesOf(contents),
      {
        series: SERIES,
        allowOutliers: false,
        onOffGrid: (candles) => (offGrid += candles),
        onLevelShift: () => undefined,
        onHeld: () => undefined,
        batchSize: 2,
        signal: interruption.signal,
        onProgress: (latest) => progress.push(latest),
        onRefused: (line) => refused.push(line),
        ...settings,
      },
    );
  }

  it('stores batch by batch and says after each how far it is', async () => {
    const result = await run(['candle', 'candle', 'candle']);
    expect(ingest.mock.calls.map(([, candles]) => candles.length)).toEqual([2, 1]);
    expect(progress.map(({ line, bytesRead, read }) => ({ line, bytesRead, read }))).toEqual([
      { line: 3, bytesRead: 30, read: 2 },
      { line: 4, bytesRead: 40, read: 3 },
    ]);
    expect(result).toMatchObject({ read: 3, inserted: 3, unchanged: 0, refused: 0, isComplete: true });
  });

  it('names refused lines in their order, whoever refused them', async () => {
    ingest.mockResolvedValue({
      seriesId: 1,
      inserted: 0,
      updated: 1,
      refused: [{ index: 1, problems: BAD_CLOSE }],
      ...NOTHING_HELD,
    });
    const result = await run(['unreadable', 'candle', 'unreadable', 'candle', 'candle'], { batchSize: 10 });
    expect(refused).toEqual([
      { line: 2, problems: BAD_TIME },
      { line: 4, problems: BAD_TIME },
      { line: 5, problems: BAD_CLOSE },
    ]);
    expect(result).toMatchObject({ read: 5, inserted: 0, updated: 1, unchanged: 1, refused: 3 });
  });

  it('counts stored candles that lie off the grid, and no refused ones', async () => {
    ingest.mockResolvedValue({
      seriesId: 1,
      inserted: 1,
      updated: 0,
      refused: [{ index: 1, problems: BAD_CLOSE }],
      ...NOTHING_HELD,
    });
    async function* lines(): AsyncGenerator<CandleLine> {
      // A Friday's candle, two of the seconds after it, and the Monday's.
      for (const [index, second] of [86_400, 86_401, 86_402, 4 * 86_400].entries()) {
        const content = { ...CANDLE, openTime: new Date(second * 1000) };
        yield await Promise.resolve({ line: index + 2, bytesRead: 0, content });
      }
    }
    await importCandles(
      { ingest, holdExactly, finishLoad, calendarOf: () => Promise.resolve('XNYS') },
      lines(),
      {
        series: SERIES,
        allowOutliers: false,
        batchSize: 10,
        signal: interruption.signal,
        onProgress: () => undefined,
        onRefused: () => undefined,
        onOffGrid: (candles) => (offGrid += candles),
        onLevelShift: () => undefined,
        onHeld: () => undefined,
      },
    );
    expect(offGrid).toBe(1);
  });

  it('does not write what is stored already', async () => {
    holdExactly.mockResolvedValueOnce(true);
    const result = await run(['candle', 'candle', 'candle']);
    expect(ingest.mock.calls.map(([, candles]) => candles.length)).toEqual([1]);
    expect(result).toMatchObject({ inserted: 1, unchanged: 2 });
  });

  it('makes one load of more than 1,000 candles, which it finishes', async () => {
    await run(['candle', 'candle', 'candle']);
    expect(finishLoad).not.toHaveBeenCalled();
    await run(
      Array.from({ length: 2_500 }, () => 'candle'),
      { batchSize: 1_200 },
    );

    const loads = ingest.mock.calls.slice(-3).map(([, , options]) => options?.loadId);
    expect(loads[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(loads).size).toBe(1);
    expect(finishLoad.mock.calls).toEqual([[loads[0]]]);
  });

  it('passes on whether outliers are allowed', async () => {
    await run(['candle'], { allowOutliers: true });
    expect(ingest).toHaveBeenCalledWith(SERIES, expect.anything(), {
      allowOutliers: true,
      source: 'import',
    });
  });

  it('ends after the batch under way when interrupted', async () => {
    const result = await run(['candle', 'candle', 'candle', 'candle', 'candle'], {
      onProgress: () => interruption.abort(),
    });
    expect(result).toMatchObject({ line: 3, read: 2, inserted: 2, isComplete: false });
  });

  it('is complete when the interruption came with the last batch', async () => {
    const result = await run(['candle', 'candle'], { onProgress: () => interruption.abort() });
    expect(result).toMatchObject({ read: 2, isComplete: true });
  });
});
