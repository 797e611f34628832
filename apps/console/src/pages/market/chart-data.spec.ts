import type { LiveCandle } from '../../api/live-candles';
import type { Schemas } from '../../api/hooks';
import { type ChartCandle, joinCharts, withLive } from './chart-data';

const at = (hour: number): string => `2024-01-01T0${hour}:00:00Z`;

const candle = (hour: number, close = '100'): ChartCandle => ({
  open_time: at(hour),
  ...{ open: '100', high: '200', low: '50', close, volume: '1' },
  is_closed: true,
  corrected: false,
});

const live = (hour: number, close: string): LiveCandle => {
  const { open_time, open, high, low, volume } = candle(hour);
  const series = { exchange: 'e', symbol: 's', interval: '1h' };
  return { ...series, open_time, open, high, low, close, volume, is_closed: false };
};

function chart(
  candles: ChartCandle[],
  sma: (number | null)[],
  corrected: string[] = [],
): Schemas['ChartRead'] {
  const numbers = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
  return {
    ...{ exchange: 'e', symbol: 's', interval: '1h', source_interval: '1h', bars_per_candle: 1 },
    stored: { start: at(0), end: at(9), count: 10 },
    candles,
    corrections: corrected.map((time) => ({
      open_time: at(0),
      corrected_at: time,
      before: numbers,
      after: numbers,
    })),
    corrections_truncated: false,
    indicators: [{ name: 'sma', parameters: { period: 2 }, panel: 'price', lines: { sma } }],
  };
}

describe('joined charts', () => {
  it('take what the later one answers where they overlap, with its lines', () => {
    const { candles, lines, corrections } = joinCharts(
      [
        chart([candle(1), candle(2), candle(3)], [null, 2, 3], [at(5)]),
        chart([candle(3, '103'), candle(4)], [33, 4], [at(6), at(5)]),
        chart([], []),
      ],
      ['sma:2'],
    );
    expect(candles.map(({ open_time: time, close }) => [time, close])).toEqual([
      [at(1), '100'],
      [at(2), '100'],
      [at(3), '103'],
      [at(4), '100'],
    ]);
    expect(lines).toEqual([
      { key: 'sma:2 0 sma', entry: 'sma:2', output: 'sma', panel: 'price', values: [null, 2, 33, 4] },
    ]);
    expect(corrections.map((one) => one.corrected_at)).toEqual([at(6), at(5)]);
  });
});

describe('candles with those that arrived', () => {
  const stored = [candle(1), candle(2)];

  it('replace those of their times, append later ones, and keep the objects that are unchanged', () => {
    const arrived = new Map([3, 2].map((hour) => [at(hour), live(hour, '101')]));
    const shown = withLive(stored, arrived);
    expect(shown.map(({ close }) => close)).toEqual(['100', '101', '101']);
    expect(shown[0]).toBe(stored[0]);
    expect(withLive(stored, arrived).map((one, index) => one === shown[index])).toEqual([true, true, true]);
    expect(withLive(stored, new Map())).toBe(stored);
  });

  it('keep what is stored with the same numbers', () => {
    const same = { ...live(2, '100'), is_closed: true };
    expect(withLive(stored, new Map([[at(2), same]]))[1]).toBe(stored[1]);
  });

  it('have none of times before the first', () => {
    expect(withLive([candle(2)], new Map([[at(1), live(1, '7')]]))).toEqual([candle(2)]);
  });
});
