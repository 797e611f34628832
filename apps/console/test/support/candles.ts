const SECONDS = { '1m': 60, '1h': 3_600, '1d': 86_400 } as const;

interface WaveOptions {
  readonly start?: string;
  readonly interval?: keyof typeof SECONDS;
  readonly count?: number;
  /** Indexes of candles that are left out. */
  readonly without?: readonly number[];
}

/** Lines of CSV for an upload: candles of a wave around 100, the same for the same arguments. */
export function waveOfCandles({
  start = '2024-01-01T00:00:00Z',
  interval = '1h',
  count = 500,
  without = [],
}: WaveOptions = {}): string {
  const priceAt = (index: number) => 100 + 10 * Math.sin(index / 12) + 4 * Math.sin(index / 3.1);
  const lines = Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.parse(start) + index * SECONDS[interval] * 1_000).toISOString();
    const [open, close] = [priceAt(index), priceAt(index + 1)];
    const prices = [open, Math.max(open, close) + 0.5, Math.min(open, close) - 0.5, close];
    return [time, ...prices.map((price) => price.toFixed(2)), 10 + (index % 7)].join(',');
  });
  return [
    'open_time,open,high,low,close,volume',
    ...lines.filter((_, index) => !without.includes(index)),
  ].join('\n');
}
