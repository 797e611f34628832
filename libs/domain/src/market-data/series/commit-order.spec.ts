import { inCommitOrder, type LateSpan } from './commit-order';

/** The multiplier of Park and Miller: numbers that look random and are the same in every run. */
function* seeded(seed: number): Generator<number, never> {
  for (;;) yield (seed = (seed * 48_271) % 2_147_483_647);
}

/** As the definition says it: for each candle, all spans are searched. */
function byDefinition(openTimes: readonly number[], spans: readonly LateSpan[]): [number, number][] {
  return openTimes
    .map((openTime): [number, number] => {
      const covering = spans.filter(({ first, last }) => first <= openTime && openTime <= last);
      return [openTime, Math.max(...covering.map(({ committedAt }) => committedAt))];
    })
    .filter(([, committedAt]) => committedAt > -Infinity)
    .sort(([aTime, a], [bTime, b]) => a - b || aTime - bTime);
}

describe('the commit order of candles', () => {
  it('is that of the last late write that covers each, then of the open time', () => {
    const candles = [10, 20, 30, 40].map((openTime) => ({ openTime }));
    const spans = [
      { first: 10, last: 30, committedAt: 1 },
      { first: 20, last: 20, committedAt: 3 },
      { first: 15, last: 25, committedAt: 2 },
    ];
    expect(inCommitOrder(candles, spans)).toEqual([
      { openTime: 10, committedAt: 1 },
      { openTime: 30, committedAt: 1 },
      { openTime: 20, committedAt: 3 },
    ]);
  });

  it('is the same as by searching all spans for each candle', () => {
    const numbers = seeded(20_240_101);
    const below = (limit: number) => numbers.next().value % limit;
    for (let round = 0; round < 300; round++) {
      const openTimes = Array.from({ length: 60 }, (_, index) => index).filter(() => below(4) > 0);
      const spans = Array.from({ length: below(40) }, (): LateSpan => {
        const first = below(60);
        return { first, last: first + (below(2) === 0 ? 0 : below(20)), committedAt: below(25) };
      });
      const ordered = inCommitOrder(
        openTimes.map((openTime) => ({ openTime })),
        spans,
      );
      expect(ordered.map(({ openTime, committedAt }) => [openTime, committedAt])).toEqual(
        byDefinition(openTimes, spans),
      );
    }
  });
});
