import { EventNumbers } from '#domain/events/event-numbers';
import { EventReader } from '#domain/events/event-reader';
import type { RecordedEvent } from '#domain/events/events';
import { CandleLoads } from '#domain/events/candle-loads';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { expectDeclaredEvents } from '../support/expect-declared-events';
import { MinuteSeries } from '../support/minute-series';
import { openStorage, type Storage } from '../support/storage';

/** Candles that are minutes apart, with as many prices. */
const candles = (count: number, price = (minute: number) => `${minute + 1}.50`): CandleToWrite[] =>
  Array.from({ length: count }, (_, minute) => flatCandle(minuteAfterStart(minute), price(minute)));

const candlesOf = ({ data }: RecordedEvent) => ('candles' in data ? data.candles : []);

describe('the events of candles', () => {
  let storage: Storage;
  let series: MinuteSeries;
  let reader: EventReader;
  beforeAll(async () => {
    storage = await openStorage();
    series = new MinuteSeries(storage);
    reader = new EventReader(storage.dataSource);
  });
  afterAll(() => storage.close());

  const write = (seriesId: number, given: readonly CandleToWrite[], loadId?: string) =>
    storage.store.upsert([series.batchOf(seriesId, given)], loadId);

  /** What a series' events say, in the order in which they are read. */
  async function eventsOf(seriesId: number): Promise<RecordedEvent[]> {
    await new EventNumbers(storage.dataSource).assign();
    const page = await reader.after(0, 10_000, { symbol: series.nameOf(seriesId).symbol });
    const events = page.rows.flatMap((row) => row.events);
    expectDeclaredEvents(events);
    return events;
  }

  const shortly = ({ kind, data }: RecordedEvent) =>
    'candles' in data
      ? [kind, data.revision, data.candles.map(([time, , , , close]) => [time, close])]
      : [kind, data];

  const at = (minute: number) => minuteAfterStart(minute).getTime();

  it('report closed candles, digit for digit, at the time of their commit', async () => {
    const id = await series.create();
    const [{ writtenAt }] = await write(id, [
      {
        openTime: minuteAfterStart(0),
        open: '1.10',
        high: '2.00',
        low: '0.9',
        close: '1.5000',
        volume: '0.10',
      },
    ]);

    expect(await eventsOf(id)).toEqual([
      {
        kind: 'candle.closed',
        recordedAt: writtenAt,
        data: {
          ...series.nameOf(id),
          seriesId: id,
          revision: 1,
          candles: [[at(0), '1.10', '2.00', '0.9', '1.5000', '0.10']],
        },
      },
    ]);
  });

  it('name their series whatever its name holds, by each of the statements that store candles', async () => {
    const symbol = 'Ö "quoted" \\ %s {} $1 \'';
    const id = await series.create(symbol);
    await storage.store.upsertUnlessSuspect([series.batchOf(id, candles(1))]);
    await storage.store.merge([series.batchOf(id, candles(3).slice(1))]);
    await write(
      id,
      candles(600, (minute) => `${minute + 2}.5`),
    );

    const events = await eventsOf(id);
    expect(events.map(({ data }) => 'candles' in data && data.symbol)).toEqual(Array(4).fill(symbol));
    const minutes = (event: RecordedEvent) => candlesOf(event).map(([time]) => (time - at(0)) / 60_000);
    expect(events.map((event) => [event.kind, minutes(event)])).toEqual([
      ['candle.closed', [0]],
      ['candle.closed', [1, 2]],
      ['candle.closed', Array.from({ length: 597 }, (_, index) => index + 3)],
      ['candle.corrected', [0, 1, 2]],
    ]);
  });

  it('report what was changed after it had closed as corrected, and equal content not at all', async () => {
    const id = await series.create();
    await write(id, candles(2));
    await write(id, candles(2));
    await write(id, [flatCandle(minuteAfterStart(1), '2.5'), flatCandle(minuteAfterStart(2), '3')]);

    expect((await eventsOf(id)).map(shortly)).toEqual([
      [
        'candle.closed',
        1,
        [
          [at(0), '1.50'],
          [at(1), '2.50'],
        ],
      ],
      ['candle.closed', 2, [[at(2), '3']]],
      ['candle.corrected', 2, [[at(1), '2.5']]],
    ]);
  });

  it('report a candle that was not closed when it is, and never before', async () => {
    const id = await series.create();
    const candle = flatCandle(minuteAfterStart(0), '1');
    await write(id, [{ ...candle, isClosed: false }]);
    await write(id, [{ ...candle, close: '0.5', isClosed: false }]);
    expect(await eventsOf(id)).toEqual([]);
    await write(id, [{ ...candle, isClosed: true }]);

    expect((await eventsOf(id)).map(shortly)).toEqual([['candle.closed', 3, [[at(0), '1']]]]);
  });

  it.each([1, 400, 700, 1_000])('are one row for a commit of %i candles', async (count) => {
    const id = await series.create();
    await write(id, candles(count));

    const events = await eventsOf(id);
    expect(events.map(({ kind }) => kind)).toEqual(['candle.closed']);
    expect(candlesOf(events[0])).toHaveLength(count);
  });

  it.each([true, false])(
    'are one for more than 1,000 candles of a series (appended: %s)',
    async (appends) => {
      const id = await series.create();
      if (!appends) await write(id, [flatCandle(minuteAfterStart(1_000), '1')]);
      await write(id, candles(1_001));

      const [event] = (await eventsOf(id)).slice(-1);
      expect(event).toMatchObject({
        kind: 'candles.loaded',
        data: {
          ...series.nameOf(id),
          start: '2024-01-01T00:00:00Z',
          end: '2024-01-01T16:40:00Z',
          inserted: appends ? 1_001 : 1_000,
          updated: appends ? 0 : 1,
          revision: appends ? 1 : 2,
        },
      });
    },
  );

  it('are one for a load of several commits, when it has finished', async () => {
    const id = await series.create();
    const loads = new CandleLoads(storage.dataSource);
    const loadId = '5f0c1a2e-0b1c-4d6e-9f00-000000000001';
    await write(id, candles(1_200).slice(600), loadId);
    await write(id, candles(600), loadId);
    await write(
      id,
      candles(1, () => '7'),
      loadId,
    );
    expect(await eventsOf(id)).toEqual([]);
    await loads.finish(loadId);
    await loads.finish(loadId);

    expect(await eventsOf(id)).toMatchObject([
      {
        kind: 'candles.loaded',
        data: { inserted: 1_200, updated: 1, revision: 3, end: '2024-01-01T19:59:00Z' },
      },
    ]);
  });

  it('are one for a load whose process was lost', async () => {
    const id = await series.create();
    await write(id, candles(3), '5f0c1a2e-0b1c-4d6e-9f00-000000000002');
    const loads = new CandleLoads(storage.dataSource);
    await loads.finishAbandoned();
    expect(await eventsOf(id)).toEqual([]);
    await storage.pool.query(`update candle_loads set renewed_at = renewed_at - interval '11 minutes'`);
    await loads.finishAbandoned();

    expect(await eventsOf(id)).toMatchObject([{ kind: 'candles.loaded', data: { inserted: 3, updated: 0 } }]);
  });

  it('are the same of a candle that is judged and stored alone', async () => {
    const [one, together] = [await series.create(), await series.create()];
    const [open, closed] = [flatCandle(minuteAfterStart(0), '1.50'), flatCandle(minuteAfterStart(0), '1.5')];
    const late = flatCandle(minuteAfterStart(-5), '2');
    for (const candle of [open, closed, late, { ...late, isClosed: false }]) {
      await storage.store.upsertUnlessSuspect([series.batchOf(one, [candle])]);
      await write(together, [candle]);
    }
    const [alone, others] = [await eventsOf(one), await eventsOf(together)];
    expect(alone.map(shortly)).toEqual(others.map(shortly));
    expect(alone.map(({ kind }) => kind)).toEqual(['candle.closed', 'candle.corrected', 'candle.closed']);
    const { rows } = await storage.pool.query(
      `select first_open_time, last_open_time, candle_count, version,
         (select array_agg((late_writes.version, first_open_time, last_open_time) order by late_writes.version)
          from late_writes where series_id = series.id)::text as late
       from series where id = any($1)`,
      [[one, together]],
    );
    expect(rows[0]).toEqual(rows[1]);
    expect((rows[0] as { late: string }).late).toContain('3,');
  });

  it('of many series share rows of at most 1,000 candles, and are found by their symbol', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => series.create()));
    const before = await reader.last();
    await storage.store.upsert(ids.map((id) => series.batchOf(id, candles(100))));
    await new EventNumbers(storage.dataSource).assign();

    const { rows } = await storage.pool.query<{
      event_count: number;
      exchange: string;
      symbol: string | null;
    }>('select event_count, exchange, symbol from events where position > $1 order by position', [before]);
    expect(rows.map(({ event_count }) => event_count)).toEqual([1_000, 1_000, 500]);
    expect(rows[0]).toMatchObject({ exchange: 'test', symbol: null });
    for (const id of ids) {
      const recorded = (await eventsOf(id)).flatMap(candlesOf);
      expect(recorded).toHaveLength(100);
    }
  });
});
