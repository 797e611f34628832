import { type FeatureJobs, minute, nameOf } from '../../support/feature-jobs';
import { SearchClient } from '../../support/search-client';

/** Tests of when a regime is stale: it is computed from the candles that features are computed from. */
export function testRegimes(opened: () => FeatureJobs): void {
  it.each(['1m', '5m'])(
    'has no part in a regime of %s, which is stale by the same rules',
    async (interval) => {
      const jobs = opened();
      const name = nameOf(`REGIME-${interval}`);
      const wave = (index: number) => minute(index, 100 + 10 * Math.sin(index / 7) + (index % 5));
      await jobs.store(name, ...Array.from({ length: 300 }, (_, index) => wave(index)));
      const client = new SearchClient(jobs.stage);
      const query = { exchange: name.exchange, symbol: name.symbol, interval };
      const compute = async () =>
        (await client.request('POST', '/analysis/regime', { body: { ...query, lookback_days: 1 } })).status;
      const isStale = async () => {
        const path = `/analysis/regime/details?${new URLSearchParams(query).toString()}`;
        return (JSON.parse((await client.request('GET', path)).text) as { stale: unknown }).stale;
      };
      expect([await compute(), await isStale()]).toEqual([200, false]);
      // Two days before: outside of what it is fitted on.
      await jobs.store(name, wave(-2 * 1_440));
      expect(await isStale()).toBe(false);
      await jobs.store(name, { ...wave(120), volume: '6' });
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      await jobs.store(name, { ...wave(299), volume: '6' });
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      await jobs.store(name, ...[300, 301, 302, 303, 304].map(wave));
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      // Only what is aggregated depends on the calendar.
      const change = { exchange: name.exchange, symbol: name.symbol, calendar: '24x5' };
      expect((await jobs.stage.api.marketData('PATCH', '/series', change)).status).toBe(200);
      expect(await isStale()).toBe(interval === '5m');
      expect([await compute(), await isStale()]).toEqual([200, false]);
    },
  );
}
