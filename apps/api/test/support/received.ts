import { until } from './until';

/** The first of the name that is received, now or within the time. */
export function untilEvent<T extends { readonly event: string }>(
  events: readonly T[],
  name: string,
  seconds?: number,
): Promise<T> {
  return until(`an event ${name}`, () => events.find(({ event }) => event === name), seconds);
}

/** The last candle that was received with such a close. */
export function untilClose<T extends { readonly close: string }>(
  klines: () => readonly T[],
  text: string,
  seconds?: number,
): Promise<T> {
  return until(`a candle closes at ${text}`, () => klines().findLast(({ close }) => close === text), seconds);
}
