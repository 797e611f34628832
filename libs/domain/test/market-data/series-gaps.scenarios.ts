import type { Series } from '#domain/market-data/series/series.entity';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { at, GapStorage, LIMITS, minuteOf, named } from '../support/gap-storage';

describe('the gaps of a series', () => {
  let stored: GapStorage;
  beforeAll(async () => {
    stored = await GapStorage.open();
  });
  afterAll(() => stored.close());

  /** Gaps as [first, last, missing, attempts], in minutes. */
  async function gapsOf(series: Series): Promise<number[][]> {
    const found = await stored.gaps.describe(series, undefined, LIMITS);
    return found.gaps.map(({ first, last, missing, attempts }) => [
      ...[minuteOf(first), minuteOf(last), missing, attempts],
    ]);
  }

  it('are reported with their times and size, and how many there are beyond the limit', async () => {
    const series = await stored.store('TIMES', 0, 1, 5, 7);
    expect(await stored.gaps.describe(series, undefined, { ...LIMITS, gapLimit: 1 })).toEqual({
      expected: 8,
      stored: 4,
      missing: 4,
      truncated: true,
      tooMany: false,
      gaps: [{ first: at(2), last: at(4), missing: 3, attempts: 0, firstEmptyAt: null, lastEmptyAt: null }],
    });
    const part = await stored.gaps.describe(series, { from: at(3), to: at(7) }, LIMITS);
    expect(part).toMatchObject({ expected: 4, stored: 1, missing: 3 });
    expect(await stored.gaps.describe(series, undefined, { ...LIMITS, candleLimit: 3 })).toMatchObject({
      tooMany: true,
    });
  });

  it('count how often, an hour apart, the source had nothing between candles that it reported', async () => {
    const series = await stored.store('ATTEMPTS', 0, 10, 20);
    await stored.noteAttempt(series, [0, 21], [0, 15]);
    expect(await gapsOf(series)).toEqual([
      [1, 9, 9, 1],
      [11, 14, 4, 1],
      [15, 19, 5, 0],
    ]);
    await stored.letMinutesPass(60);
    await stored.noteAttempt(series, [0, 21], [0, 5], [8, 15]);
    await stored.noteAttempt(series, [0, 21], [8, 12]);
    expect(await gapsOf(series)).toEqual([
      [1, 4, 4, 2],
      [5, 8, 4, 1],
      [9, 9, 1, 2],
      [11, 11, 1, 2],
      [12, 14, 3, 2],
      [15, 19, 5, 0],
    ]);
  });

  it('are certain from an hour after the first attempt on, however many there were before', async () => {
    const series = await stored.store('HOUR', 0, 5);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    const [{ firstEmptyAt }] = (await stored.gaps.describe(series, undefined, LIMITS)).gaps;
    await stored.letMinutesPass(59);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    expect(await gapsOf(series)).toEqual([[1, 4, 4, 1]]);
    await stored.letMinutesPass(1);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    const [gap] = (await stored.gaps.describe(series, undefined, LIMITS)).gaps;
    expect(gap).toMatchObject({ missing: 4, attempts: 2 });
    expect(firstEmptyAt!.getTime() - gap.firstEmptyAt!.getTime()).toBe(60 * 60_000);
    expect(gap.lastEmptyAt!.getTime()).toBeGreaterThanOrEqual(firstEmptyAt!.getTime());
  });

  it('may come still where the source reported a candle that is not stored', async () => {
    const series = await stored.store('REFUSED', 0, 5);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    await stored.letMinutesPass(60);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    const range = { from: at(0), to: at(6) };
    const reported = [{ first: at(0), last: at(5) }];
    await stored.gaps.noteAttempt(series, range, { reported, refused: [at(2)] }, LIMITS);
    expect(await gapsOf(series)).toEqual([
      [1, 1, 1, 2],
      [2, 2, 1, 0],
      [3, 4, 2, 2],
    ]);
  });

  it('keep what is known outside the range that was requested', async () => {
    const series = await stored.store('PARTS', 0, 30);
    await stored.noteAttempt(series, [0, 31], [0, 30]);
    await stored.letMinutesPass(60);
    await stored.noteAttempt(series, [10, 20], [0, 30]);
    expect(await gapsOf(series)).toEqual([
      [1, 9, 9, 1],
      [10, 19, 10, 2],
      [20, 29, 10, 1],
    ]);
  });

  it('shrink when a candle comes in after all', async () => {
    const series = await stored.store('LATE', 0, 5);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    await stored.letMinutesPass(60);
    await stored.noteAttempt(series, [0, 6], [0, 5]);
    expect(await gapsOf(series)).toEqual([[1, 4, 4, 2]]);
    expect(await gapsOf(await stored.store('LATE', 2))).toEqual([
      [1, 1, 1, 2],
      [3, 4, 2, 2],
    ]);
  });

  it('are noted by several at once without harm', async () => {
    const series = await stored.store('AT_ONCE', 0, 50);
    const noteEight = () =>
      Promise.all(Array.from({ length: 8 }, () => stored.noteAttempt(series, [0, 51], [0, 50])));
    await noteEight();
    expect(await gapsOf(series)).toEqual([[1, 49, 49, 1]]);
    await stored.letMinutesPass(60);
    await noteEight();
    expect(await gapsOf(series)).toEqual([[1, 49, 49, 2]]);
  });

  describe('in the summary', () => {
    it('are null until they are counted, and say when they were', async () => {
      await stored.store('SUMMARY', 0, 3, 4);
      expect(await stored.glanceAt('SUMMARY')).toMatchObject({
        candles: 3,
        first: minuteAfterStart(0),
        last: minuteAfterStart(4),
        quarantined: 0,
        missing: null,
        offGrid: null,
        noTrades: null,
        countedAt: null,
      });
      await stored.counter.countChanged();
      expect(await stored.glanceAt('SUMMARY')).toMatchObject({
        missing: 2,
        offGrid: 0,
        noTrades: 0,
        countedAt: expect.any(Date) as Date,
      });
    });

    it('do not reach to a candle that has not opened, and do once it has', async () => {
      const tomorrow = Math.floor(minuteOf(Date.now())) + 1_200;
      await stored.store('AHEAD', 0, 1, 3, tomorrow);
      await stored.counter.countChanged();
      expect(await stored.glanceAt('AHEAD')).toMatchObject({ candles: 4, missing: 1 });
      await stored.store('AHEAD', 5);
      await stored.countLater();
      expect(await stored.glanceAt('AHEAD')).toMatchObject({ candles: 5, missing: 2 });
      // A day later: nothing was written, and it has opened.
      await stored.storage.pool.query(
        `with ahead as (
           delete from candlesticks using series
           where series.id = series_id and symbol = 'AHEAD' and open_time > now() returning candlesticks.*
         ), opened as (
           insert into candlesticks
           select moved.* from ahead, jsonb_populate_record(
             null::candlesticks, to_jsonb(ahead) || jsonb_build_object('open_time', $1::timestamptz)
           ) as moved
         ) update series set last_open_time = $1 where id in (select series_id from ahead)`,
        [minuteAfterStart(10)],
      );
      await stored.countLater();
      expect(await stored.glanceAt('AHEAD')).toMatchObject({ candles: 5, missing: 6 });
    });

    it('are counted on from the last candle, and anew after a late one', async () => {
      await stored.store('GROWS', 0, 2);
      await stored.counter.countChanged();
      await stored.store('GROWS', 5);
      await stored.countLater();
      expect(await stored.glanceAt('GROWS')).toMatchObject({ candles: 3, missing: 3 });
      // Were it counted on from minute 5, the candles of the past would not be seen.
      await stored.store('GROWS', 1, 6);
      await stored.countLater();
      expect(await stored.glanceAt('GROWS')).toMatchObject({ candles: 5, missing: 2 });
    });

    it('have candles off the grid counted once, however often the series grows', async () => {
      const seriesId = await stored.storage.series.idOf(named('OFF_GRID'));
      for (const seconds of [0, 61, 125]) {
        const candle = flatCandle(new Date(at(0) + seconds * 1000), '1');
        await stored.storage.store.upsert([
          { seriesId, name: named('OFF_GRID'), interval: '1m', candles: [candle] },
        ]);
        await stored.countLater();
      }
      expect(await stored.glanceAt('OFF_GRID')).toMatchObject({ candles: 3, missing: 0, offGrid: 2 });
    });

    it('say at once what the source did not have either', async () => {
      const series = await stored.store('NO_TRADES', 0, 5, 9);
      await stored.counter.countChanged();
      await stored.noteAttempt(series, [0, 10], [0, 5]);
      expect(await stored.glanceAt('NO_TRADES')).toMatchObject({ missing: 7, noTrades: 0 });
      await stored.letMinutesPass(60);
      await stored.noteAttempt(series, [0, 10], [0, 5]);
      expect(await stored.glanceAt('NO_TRADES')).toMatchObject({ missing: 7, noTrades: 4 });
      await stored.store('NO_TRADES', 3);
      await stored.countLater();
      expect(await stored.glanceAt('NO_TRADES')).toMatchObject({ missing: 6, noTrades: 3 });
    });

    it('are not waited for while somebody locks the candles', async () => {
      await stored.store('LOCKED', 0, 2);
      const holder = await stored.storage.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('lock table candlesticks in access exclusive mode');
        await expect(stored.counter.countChanged()).rejects.toThrow('lock timeout');
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      await stored.counter.countChanged();
      expect(await stored.glanceAt('LOCKED')).toMatchObject({ missing: 1 });
    });

    it('are counted by one process at a time', async () => {
      await stored.store('ONE', 0, 2);
      await Promise.all(Array.from({ length: 5 }, () => stored.counter.countChanged()));
      expect(await stored.glanceAt('ONE')).toMatchObject({ missing: 1 });
    });

    it('come by exchange, symbol and length of the interval, a page at a time', async () => {
      for (const [symbol, interval] of [
        ['SORT-B', '1m'],
        ['SORT-A', '12h'],
        ['SORT-A', '3m'],
      ] as const) {
        await stored.storage.series.idOf({ exchange: 'sorted', symbol, interval });
      }
      const page = (offset: number) => stored.overview.list({ exchange: 'sorted' }, { offset, limit: 2 });
      const names = ({ items }: Awaited<ReturnType<typeof page>>) =>
        items.map(({ symbol, interval }) => `${symbol} ${interval}`);
      expect(names(await page(0))).toEqual(['SORT-A 3m', 'SORT-A 12h']);
      expect(names(await page(2))).toEqual(['SORT-B 1m']);
      expect((await page(2)).total).toBe(3);
    });
  });
});
