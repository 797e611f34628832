import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '../exchange-source';
import { firstPage } from './first-page';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12);
const PER_PAGE = 100;

/** An exchange that looks one page ahead and has candles where `isTraded` says so. */
function windowed(isTraded: (time: number, interval: Interval) => boolean, perPage = PER_PAGE) {
  const requested: string[] = [];
  const fetch = (interval: Interval, since: number): Promise<SourceCandle[]> => {
    requested.push(interval);
    const length = intervalSeconds(interval) * 1000;
    const first = Math.ceil(since / length) * length;
    const times = Array.from({ length: perPage }, (_, index) => first + index * length);
    const candles = times
      .filter((time) => time < NOW && isTraded(time, interval))
      .map((openTime) => ({ openTime, open: '1', high: '1', low: '1', close: '1', volume: '1' }));
    return Promise.resolve(candles);
  };
  return { requested, fetch };
}

describe('the first page with candles', () => {
  it('is the one requested when there are any', async () => {
    const { requested, fetch } = windowed(() => true);
    const page = await firstPage(fetch, '1m', NOW - DAY, PER_PAGE, NOW);

    expect(page[0].openTime).toBe(NOW - DAY);
    expect(requested).toEqual(['1m']);
  });

  it('begins with the market, however much earlier it is looked for', async () => {
    const listed = Date.UTC(2024, 2, 3, 10, 7);
    const { requested, fetch } = windowed(
      (time, interval) => time + intervalSeconds(interval) * 1000 > listed,
    );
    const [first] = await firstPage(fetch, '1m', 0, PER_PAGE, NOW);

    expect(first.openTime).toBe(listed);
    // By hand: 5,175 days from 2010 on in pages of 100, once more for each empty page of that day's ten hours (607 / 100).
    expect(requested.length).toBeLessThan(53 + 2 * 8);
  });

  it('passes over a month without trades', async () => {
    const goesOn = Date.UTC(2025, 1, 1, 3);
    const { fetch } = windowed((time, interval) => {
      const end = time + intervalSeconds(interval) * 1000;
      return end > goesOn || time < goesOn - 30 * DAY;
    });
    const [first] = await firstPage(fetch, '5m', goesOn - 20 * DAY, PER_PAGE, NOW);

    expect(first.openTime).toBe(goesOn);
  });

  it('is where minutes begin when days are kept longer', async () => {
    const keptFrom = NOW - 30 * DAY;
    const { requested, fetch } = windowed((time, interval) => interval === '1d' || time >= keptFrom);
    const page = await firstPage(fetch, '1m', NOW - 2000 * DAY, PER_PAGE, NOW);

    // No more than a page after the first that is kept, which a request from there on finds as well.
    expect(page[0].openTime).toBe(keptFrom);
    expect(requested.length).toBeLessThan(80);
  });

  it('begins with the first minute that is kept where a page holds fewer candles than requested', async () => {
    const keptFrom = NOW - 30 * DAY;
    const { fetch } = windowed((time, interval) => interval === '1d' || time >= keptFrom, PER_PAGE / 10);
    const page = await firstPage(fetch, '1m', NOW - 2000 * DAY, PER_PAGE, NOW);

    expect(page[0].openTime).toBe(keptFrom);
  });

  it('is empty when nothing was traded since, after one more look', async () => {
    const { requested, fetch } = windowed((time) => time < NOW - 20 * DAY);

    expect(await firstPage(fetch, '1m', NOW - 10 * DAY, PER_PAGE, NOW)).toEqual([]);
    expect(requested).toEqual(['1m', '1d']);
  });
});
