import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { CandleCorrections } from '#domain/market-data/revisions/candle-corrections';
import { UnconfirmedCandles, unconfirmedWarnings } from '#domain/market-data/reading/unconfirmed-candles';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { formatDateTime } from '#engine/market/parse-time';
import { flatCandle } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;
const name = (symbol: string) => ({ exchange: 'test', symbol, interval: '1h' as const });

describe('a closed candle', () => {
  let storage: Storage;
  let loader: CandleColumnsLoader;
  let rollUps: RollUps;
  let unconfirmed: UnconfirmedCandles;
  beforeAll(async () => {
    storage = await openStorage();
    loader = new CandleColumnsLoader(storage.dataSource);
    rollUps = new RollUps(storage.dataSource, storage.series);
    unconfirmed = new UnconfirmedCandles(storage.dataSource);
  });
  afterAll(() => storage.close());

  const hoursBefore = (time: Date, hours: number) => new Date(time.getTime() - hours * HOUR_MILLISECONDS);

  /** Three candles: the second is marked so, and the third is the newest. */
  async function store(symbol: string, openTimes: readonly Date[], marks: readonly (boolean | null)[]) {
    const seriesId = await storage.series.idOf(name(symbol));
    const candles = openTimes.map((openTime, index) => ({
      ...flatCandle(openTime, String(index + 1)),
      isClosed: marks[index] ?? undefined,
    }));
    await storage.store.upsert([{ seriesId, name: name(symbol), interval: '1h', candles }]);
    // As a client's is marked that came in before its end.
    const early = openTimes.filter((_, index) => marks[index] === null);
    await storage.pool.query(
      'update candlesticks set is_closed = null where series_id = $1 and open_time = any($2)',
      [seriesId, early],
    );
    return (await storage.series.find(name(symbol)))!;
  }

  // Its hour was over so many minutes ago; null: nobody says whether it closed.
  it.each([
    ['that says so', 1, true, true],
    ['of a client, written before its end and never again, two minutes after its time', 3, null, true],
    ['not of a client a minute after its time', 1, null, false],
    ['not of a feed that has not confirmed it, however long ago', 3 * 60, false, false],
    ['not of a feed that may still confirm it', 1, false, false],
    ['not one that is forming', -30, false, false],
  ] as const)('is one %s, for every reader', async (what, minutesOver, isClosed, expected) => {
    const openTime = new Date(Date.now() - (60 + minutesOver) * MINUTE_MILLISECONDS);
    const earlier = hoursBefore(openTime, 1);
    const series = await store(what, [earlier, openTime], [true, isClosed]);
    const newest = expected ? openTime : earlier;
    expect(await loader.lastClosed(series)).toEqual(newest);
    expect((await rollUps.newsOf(series)).closedTo).toBe(newest.getTime() + HOUR_MILLISECONDS);
    const { open } = await rollUps.candles(series, { from: earlier.getTime(), to: Date.now() });
    expect(open).toEqual(expected ? [] : [openTime.getTime()]);
  });

  it('is what is read of a series, wherever an unconfirmed one is', async () => {
    const last = new Date(Date.now() - 3 * HOUR_MILLISECONDS);
    const times = [3, 2, 1, 0].map((hours) => hoursBefore(last, hours));
    const series = await store('MIDDLE', times, [true, false, null, true]);
    const [first, second] = times;
    const signal = new AbortController().signal;
    const columns = await loader.load({ seriesId: series.id, from: first, to: last }, signal);
    expect([...columns.close]).toEqual([1, 3, 4]);
    // Two before the last are the third and the first.
    const need = { start: last, end: last, warmupBars: 2 };
    expect((await loader.spanOf(series.id, need)).from).toEqual(first);
    expect(await loader.openTimeFrom(series.id, second, 1)).toEqual(times[2]);
  });

  it('is missed in words while a feed left it unconfirmed, two minutes after its time', async () => {
    const last = new Date(Date.now() - 61 * MINUTE_MILLISECONDS);
    const times = [3, 2, 1, 0].map((hours) => hoursBefore(last, hours));
    const series = await store('LEFT', times, [true, false, false, false]);
    const texts = times.map((time) => formatDateTime(time.getTime()));
    const left = (what: string) => [
      `1h candles of LEFT left out, because test has not confirmed what its feed received last: ${what}`,
    ];
    expect(await unconfirmed.warnings([series, series])).toEqual(left(`2 (${texts[1]} to ${texts[2]})`));
    expect(await unconfirmed.warnings([series], { start: times[2], end: last })).toEqual(
      left(`1 (${texts[2]})`),
    );
    expect(await unconfirmed.warnings([series], { end: times[0] })).toEqual([]);

    const span = { seriesId: series.id, from: times[0], to: last };
    const unfinished = await unconfirmed.unfinished(span, new AbortController().signal);
    expect(unfinished).toEqual(times.slice(1));
    for (const [start, end] of [
      [times[0], last],
      [times[2], last],
      [times[0], times[0]],
    ]) {
      expect(unconfirmedWarnings(name('LEFT'), unfinished, { start, end })).toEqual(
        await unconfirmed.warnings([series], { start, end }),
      );
    }

    const [middle] = times.slice(1, 2);
    // A client that knows it.
    await storage.store.upsert([
      { seriesId: series.id, name: name('LEFT'), interval: '1h', candles: [flatCandle(middle, '2.5')] },
    ]);
    expect(await unconfirmed.warnings([series])).toEqual(left(`1 (${texts[2]})`));
  });

  it('is counted once it was corrected, by the first 1,000 changes', async () => {
    const MOST = 1_000;
    const from = Date.parse('2024-01-01T00:00:00Z');
    const timeOf = (minute: number) => new Date(from + minute * MINUTE_MILLISECONDS);
    const series = { ...name('CORRECTED'), interval: '1m' as const };
    const write = async (minutes: readonly number[], price: string, symbol = series.symbol) =>
      storage.store.upsert([
        {
          seriesId: await storage.series.idOf({ ...series, symbol }),
          name: { ...series, symbol },
          interval: '1m',
          candles: minutes.map((minute) => ({ ...flatCandle(timeOf(minute), price), isClosed: true })),
        },
      ]);
    const minutes = Array.from({ length: MOST + 1 }, (_, minute) => minute);
    await write(minutes, '1');
    const { rows } = await storage.pool.query<{ now: Date }>('select clock_timestamp() as now');
    const readOf = (end: number) => ({
      ...series,
      sourceInterval: '1m' as const,
      start: timeOf(0),
      end: timeOf(end),
    });
    const since = (...ends: number[]) =>
      new CandleCorrections(storage.dataSource).since({
        series: ends.map(readOf),
        interval: '1m',
        readAt: rows[0].now,
      });
    const of = (count: number, end: number) => ({ count, start: timeOf(0), end: timeOf(end) });

    await write(minutes.slice(0, MOST), '2');
    expect(await since(MOST + 1)).toMatchObject({ ...of(MOST, MOST - 1), truncated: false });
    await write([MOST], '2');
    expect(await since(MOST + 1)).toMatchObject({ ...of(MOST, MOST - 1), truncated: true });
    expect(await since(10)).toMatchObject({ ...of(10, 9), truncated: false });
    // What was used of each is its first revision, and one that is back at it is as it was.
    await write([0, 1, 2], '3');
    await write([0, 1], '1');
    expect(await since(10)).toMatchObject({ count: 8, start: timeOf(2), truncated: false });
    // A member of a portfolio that left and came back is one series, and another one has candles of its own.
    expect(await since(10, 20)).toMatchObject({ count: 18, start: timeOf(2), end: timeOf(19) });
    await write(minutes.slice(0, 5), '1', 'CORRECTED_TOO');
    await write(minutes.slice(0, 5), '2', 'CORRECTED_TOO');
    const together = [readOf(10), { ...readOf(4), symbol: 'CORRECTED_TOO' }];
    expect(
      await new CandleCorrections(storage.dataSource).since({
        series: together,
        interval: '1m',
        readAt: rows[0].now,
      }),
    ).toMatchObject({ count: 12, start: timeOf(0), end: timeOf(9) });
  });
});
