import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { SourceSweep } from './source-sweep';

const MINUTE = 60_000;
const run = (first: number, last: number) => ({
  first: first * MINUTE,
  last: last * MINUTE,
  missing: last - first + 1,
});

/** A source that has these minutes and answers so many at a time; notes what is requested. */
function sourceOf(minutes: readonly number[], pageSize: number) {
  const requested: number[] = [];
  const sweep = new SourceSweep((since) => {
    requested.push(since / MINUTE);
    const candles = minutes
      .filter((minute) => minute * MINUTE >= since)
      .slice(0, pageSize)
      .map((minute): SourceCandle => {
        const price = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
        return { openTime: minute * MINUTE, ...price };
      });
    return Promise.resolve(candles);
  }, MINUTE);
  return { requested, sweep };
}

const minutes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function sweepOf(sweep: SourceSweep, ...runs: ReturnType<typeof run>[]) {
  const got: number[] = [];
  const reported: [number, number][] = [];
  for await (const page of sweep.pages(runs)) {
    got.push(...page.candles.map(({ openTime }) => openTime / MINUTE));
    reported.push([page.reported.first / MINUTE, page.reported.last / MINUTE]);
  }
  return { got, reported };
}

describe('a sweep over a source', () => {
  it('requests from the candle before a run on, and once for runs that lie close together', async () => {
    const { requested, sweep } = sourceOf(minutes(0, 1_000), 100);
    const { got, reported } = await sweepOf(sweep, run(10, 12), run(50, 60), run(500, 500));
    expect(requested).toEqual([9, 499]);
    expect(got).toEqual([...minutes(9, 108), ...minutes(499, 598)]);
    expect(reported).toEqual([
      [9, 108],
      [499, 598],
    ]);
  });

  it('goes on at the end of a page until a run is delivered', async () => {
    const { requested, sweep } = sourceOf(minutes(0, 1_000), 10);
    const { reported } = await sweepOf(sweep, run(5, 30));
    expect(requested).toEqual([4, 14, 24]);
    expect(reported.at(-1)).toEqual([4, 33]);
  });

  it('claims nothing of the time before the first candle that the source has', async () => {
    const { sweep } = sourceOf(minutes(100, 200), 50);
    const { reported } = await sweepOf(sweep, run(10, 20), run(110, 120));
    expect(reported).toEqual([[100, 149]]);
  });

  it('claims nothing of the time after the last candle, and stops', async () => {
    const { requested, sweep } = sourceOf(minutes(0, 20), 50);
    const { reported } = await sweepOf(sweep, run(10, 30), run(40, 50));
    expect(reported).toEqual([[9, 20]]);
    expect(requested).toEqual([9, 21]);
  });

  it('goes on from what was delivered before, also where the source has no candle at the seam', async () => {
    const { requested, sweep } = sourceOf([0, 1, 9, 10, 11], 50);
    sweep.reported = { first: 0, last: 4 * MINUTE };
    const { reported } = await sweepOf(sweep, run(5, 8));
    expect(requested).toEqual([5]);
    expect(reported).toEqual([[0, 11]]);
  });
});
