import { setImmediate as nextTurn } from 'node:timers/promises';

/** Then the event loop is released. */
const MOST_MILLISECONDS_AT_A_TIME = 5;

/** Takes the steps of long work, and lets the event loop do other work in between. */
export async function inSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const begun = performance.now();
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() - begun < MOST_MILLISECONDS_AT_A_TIME);
    await nextTurn();
  }
}

/** `items.map(work)` in slices. */
export function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  return inSlices(
    (function* () {
      const results: Result[] = [];
      for (const item of items) {
        results.push(work(item));
        yield;
      }
      return results;
    })(),
  );
}
