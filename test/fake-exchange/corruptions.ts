import type { SourceCandle } from '#sources/exchanges/exchange-source';

/** What can be wrong with a candle that a source sends. */
export const CORRUPTIONS = {
  'high below low': (candle) => ({ ...candle, high: candle.low, low: candle.high, open: candle.low }),
  'negative volume': (candle) => ({ ...candle, volume: `-${candle.volume}` }),
  'NaN close': (candle) => ({ ...candle, close: 'NaN' }),
  'empty close': (candle) => ({ ...candle, close: '' }),
  'zero price': (candle) => ({ ...candle, open: '0.00', low: '0.00' }),
  'off the grid': (candle) => ({ ...candle, openTime: candle.openTime + 7_000 }),
  'hundredfold price': (candle) => ({
    ...candle,
    high: hundredfold(candle.high),
    close: hundredfold(candle.high),
  }),
} as const satisfies Record<string, (candle: SourceCandle) => SourceCandle>;

export type Corruption = keyof typeof CORRUPTIONS;

/** What can happen to the messages that one socket gets in one tick. */
export const DISTURBANCES = {
  repeated: (messages) => messages.flatMap((message) => [message, message]),
  reversed: (messages) => [...messages].reverse(),
  'bad json': (messages) => messages.map((message) => message.slice(0, -5)),
  lost: () => [],
} as const satisfies Record<string, (messages: readonly string[]) => readonly string[]>;

export type Disturbance = keyof typeof DISTURBANCES;

function hundredfold(price: string): string {
  const [whole, fraction = ''] = price.split('.');
  return `${whole}${fraction.padEnd(2, '0').slice(0, 2)}.${fraction.slice(2).padEnd(1, '0')}`.replace(
    /^0+(?=\d)/,
    '',
  );
}
