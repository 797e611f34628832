/** The candle intervals the service knows, shortest first. */
export const INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;

export type Interval = (typeof INTERVALS)[number];

const SECONDS: Readonly<Record<Interval, number>> = {
  '1m': 60,
  '3m': 180,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '4h': 14_400,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
};

export function intervalSeconds(interval: Interval): number {
  return SECONDS[interval];
}

export function isInterval(text: string): text is Interval {
  return Object.hasOwn(SECONDS, text);
}
