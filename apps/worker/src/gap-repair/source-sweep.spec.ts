import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { SourceSweep } from './source-sweep';

const MINUTE = 60_000;
const run = (first: number, last: number) => ({
  first: first * MINUTE,
  last: last * MINUTE,
  missing: last - first + 1,
});

/** A source that has these minutes and answers so many at a time; notes what it is asked. */
function sourceOf(minutes: readonly number[], pageSize: number) {
  const asked: number[] = [];
  const sweep = new SourceSweep((since) => {
    asked.push(since / MINUTE);
    const candles = minutes
      .filter((minute) => minute * MINUTE >= since)
      .slice(0, pageSize)
      .map((minute): SourceCandle => {
        const price = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
        return { openTime: minute * MINUTE, ...price };
      });
    return Promise.resolve(candles);
  }, MINUTE);
  return { asked, sweep };
}

const minutes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function sweepOf(sweep: SourceSweep, ...runs: ReturnType<typeof run>[]) {
  const got: number[] = [];
  const told: [number, number][] = [];
  for await (const page of sweep.pages(runs)) {
    got.push(...page.candles.map(({ openTime }) => openTime / MINUTE));
    told.push([page.told.first / MINUTE, page.told.last / MINUTE]);
  }
  return { got, told };
}

describe('a sweep over a source', () => {
  it('asks from the candle before a run on, and once for runs that lie close together', async () => {
    const { asked, sweep } = sourceOf(minutes(0, 1_000), 100);
    const { got, told } = await sweepOf(sweep, run(10, 12), run(50, 60), run(500, 500));
    expect(asked).toEqual([9, 499]);
    expect(got).toEqual([...minutes(9, 108), ...minutes(499, 598)]);
    expect(told).toEqual([
      [9, 108],
      [499, 598],
    ]);
  });

  it('goes on where a page ended until a run is told', async () => {
    const { asked, sweep } = sourceOf(minutes(0, 1_000), 10);
    const { told } = await sweepOf(sweep, run(5, 30));
    expect(asked).toEqual([4, 14, 24]);
    expect(told.at(-1)).toEqual([4, 33]);
  });

  it('claims nothing of the time before the first candle that the source has', async () => {
    const { sweep } = sourceOf(minutes(100, 200), 50);
    const { told } = await sweepOf(sweep, run(10, 20), run(110, 120));
    expect(told).toEqual([[100, 149]]);
  });

  it('claims nothing of the time behind the last candle, and ends', async () => {
    const { asked, sweep } = sourceOf(minutes(0, 20), 50);
    const { told } = await sweepOf(sweep, run(10, 30), run(40, 50));
    expect(told).toEqual([[9, 20]]);
    expect(asked).toEqual([9, 21]);
  });

  it('goes on from what was told before, also where the source has no candle at the seam', async () => {
    const { asked, sweep } = sourceOf([0, 1, 9, 10, 11], 50);
    sweep.told = { first: 0, last: 4 * MINUTE };
    const { told } = await sweepOf(sweep, run(5, 8));
    expect(asked).toEqual([5]);
    expect(told).toEqual([[0, 11]]);
  });
});
