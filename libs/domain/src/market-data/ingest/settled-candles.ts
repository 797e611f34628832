import type { KnownAround } from '../quarantine/held-candles';

/** The outcome of a candle that had been held before. */
export interface SettledCandle {
  readonly openTime: Date;
  readonly outcome: 'inserted' | 'updated' | 'replaced' | 'spike';
}

/** The outcomes of the candles that were held around a batch. */
export function settledOf(
  known: KnownAround,
  {
    stored,
    held,
    dropped,
  }: Pick<ReturnType<KnownAround['judge']['judgement']>, 'stored' | 'held' | 'dropped'>,
): SettledCandle[] {
  const [released, droppedTimes] = [new Set(stored), new Set(dropped)];
  const heldNow = new Map(held.map(({ candle }) => [candle.openTime, candle]));
  return known.held.flatMap(({ candle }): SettledCandle[] => {
    const { openTime } = candle;
    const settle = (outcome: SettledCandle['outcome']) => [{ openTime: new Date(openTime), outcome }];
    if (released.has(candle)) return settle(known.stored.has(openTime) ? 'updated' : 'inserted');
    const now = heldNow.get(openTime);
    if (droppedTimes.has(openTime) || (now && now !== candle)) return settle('replaced');
    return now ? settle('spike') : [];
  });
}
