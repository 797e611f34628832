import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import { SpikeWatch } from '#domain/market-data/quarantine/spike-watch';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { lateWritesOf } from '../support/series-history';
import { openStorage, type Storage } from '../support/storage';

/** Enough to be judged by: the closes alternate around 100. */
const KNOWN = 40;

describe('spikes of sources', () => {
  let storage: Storage;
  let symbols = 0;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  /** As a process that has just started sees it. */
  const openIngest = () => openCandleIngest(storage.dataSource, SILENT_ANNOUNCER, storage);

  const candle = (minute: number, close: number) => flatCandle(minuteAfterStart(minute), close.toFixed(2));
  const forming = (minute: number, close: number) => ({ ...candle(minute, close), isClosed: false });
  const calm = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => candle(from + index, 100 + (index % 3) * 0.1));

  /** A series with forty calm minutes, and what it takes to go on. */
  async function calmSeries({ restarts = false } = {}) {
    const name = { exchange: 'test', symbol: `SPIKE${++symbols}`, interval: '1m' as const };
    let ingest = openIngest();
    const deliver = (...candles: CandleToWrite[]) => {
      if (restarts) ingest = openIngest();
      return ingest.ingestFromSource([{ name, candles }], 'feed');
    };
    await deliver(...calm(0, KNOWN));
    const state = async () => {
      const stored = await storage.pool.query<{ text: string }>(
        `select extract(epoch from open_time - $2)::int / 60 || ' ' || close || case when is_closed then '' else ' forming' end as text
         from candlesticks join series on series.id = series_id
         where symbol = $1 and open_time >= $2::timestamptz + interval '${KNOWN} minutes' order by open_time`,
        [name.symbol, minuteAfterStart(0)],
      );
      const kept = await storage.pool.query<{ text: string }>(
        `select extract(epoch from open_time - $2)::int / 60 || ' ' || close || ' ' || reason as text
         from quarantined_candles where symbol = $1 order by open_time`,
        [name.symbol, minuteAfterStart(0)],
      );
      return { stored: stored.rows.map(({ text }) => text), kept: kept.rows.map(({ text }) => text) };
    };
    return { name, deliver, state };
  }

  /** What the series says of itself, and the writes noted before its end. */
  async function counters(symbol: string) {
    const { rows } = await storage.pool.query<{ id: number }>(
      `select id, version::int as version, candle_count::int as candles, first_open_time as first, last_open_time as last
       from series where symbol = $1`,
      [symbol],
    );
    const [{ id, ...counted }] = rows;
    return { ...counted, late: await lateWritesOf(storage.pool, id) };
  }

  const AWAITS = 'close jumps from 100 to 150.00; awaits the next candle';
  const SPIKE = 'close jumps from 100 to 150.00 and the next candle is back';

  describe.each([
    ['a process that goes on', false],
    ['one that is restarted before each delivery', true],
  ])('in %s', (_, restarts) => {
    it('keeps one apart until the next candle shows that the price came back', async () => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(candle(KNOWN, 150));
      expect(await state()).toEqual({ stored: [], kept: [`40 150.00 ${AWAITS}`] });
      await deliver(candle(KNOWN + 1, 101));
      expect(await state()).toEqual({ stored: ['41 101.00'], kept: [`40 150.00 ${SPIKE}`] });
    });

    it('stores both when the next candle confirms the new level', async () => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(forming(KNOWN, 150));
      await deliver(forming(KNOWN + 1, 149));
      expect(await state()).toEqual({ stored: ['40 150.00', '41 149.00 forming'], kept: [] });
      await deliver(candle(KNOWN + 1, 148), candle(KNOWN + 2, 147));
      expect((await state()).stored).toEqual(['40 150.00', '41 148.00', '42 147.00']);
    });

    it('lets a later version of a forming candle replace it', async () => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(forming(KNOWN, 100.5));
      await deliver(forming(KNOWN, 150));
      expect(await state()).toEqual({ stored: ['40 100.50 forming'], kept: [`40 150.00 ${AWAITS}`] });
      await deliver(forming(KNOWN, 160));
      expect((await state()).kept).toEqual([expect.stringMatching(/^40 160.00 .*; awaits the next candle$/)]);
      await deliver(candle(KNOWN, 100.75));
      expect(await state()).toEqual({ stored: ['40 100.75'], kept: [] });
      await deliver(candle(KNOWN + 1, 101));
      expect(await state()).toEqual({ stored: ['40 100.75', '41 101.00'], kept: [] });
    });

    it('takes out the forming state of a candle that closed as a spike', async () => {
      const { name, deliver, state } = await calmSeries({ restarts });
      await deliver(forming(KNOWN, 100));
      await deliver(candle(KNOWN, 150));
      await deliver(forming(KNOWN + 1, 101));
      expect(await state()).toEqual({ stored: ['41 101.00 forming'], kept: [`40 150.00 ${SPIKE}`] });
      // Calm minutes, forming 40, its removal, 41: four changes; 40 candles, and 41.
      expect(await counters(name.symbol)).toEqual({
        version: 4,
        candles: 41,
        first: minuteAfterStart(0),
        last: minuteAfterStart(KNOWN + 1),
        late: [{ version: 3, first: minuteAfterStart(KNOWN), last: minuteAfterStart(KNOWN) }],
      });
      await deliver(candle(KNOWN + 1, 101), candle(KNOWN + 2, 101));
      expect((await state()).stored).toEqual(['41 101.00', '42 101.00']);
    });

    it('leaves a closed candle where it is when its correction is a spike', async () => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(candle(KNOWN, 100));
      await deliver(candle(KNOWN, 150));
      await deliver(candle(KNOWN + 1, 101));
      expect(await state()).toEqual({
        stored: ['40 100.00', '41 101.00'],
        kept: [`40 150.00 ${SPIKE}`],
      });
    });

    it('lets one wait on when a candle before it comes late', async () => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(candle(41, 150));
      await deliver(candle(40, 100));
      expect(await state()).toEqual({ stored: ['40 100.00'], kept: [`41 150.00 ${AWAITS}`] });
      await deliver(candle(42, 150), candle(43, 150));
      expect(await state()).toEqual({
        stored: ['40 100.00', '41 150.00', '42 150.00', '43 150.00'],
        kept: [],
      });
    });

    it.each([
      ['confirms it', [candle(40, 150)], ['40 150.00', '41 150.00']],
      [
        'comes with those after it',
        [candle(40, 100), candle(42, 150)],
        ['40 100.00', '41 150.00', '42 150.00'],
      ],
    ])('settles one that waits when a late candle before it %s', async (_how, candles, stored) => {
      const { deliver, state } = await calmSeries({ restarts });
      await deliver(candle(41, 150));
      await deliver(...candles);
      expect(await state()).toEqual({ stored, kept: [] });
    });
  });

  it('decides within a delivery, and leaves only its last candle waiting', async () => {
    const { deliver, state } = await calmSeries();
    const result = await deliver(
      ...[candle(40, 150), candle(41, 100), candle(42, 50), candle(43, 51), candle(44, 51), candle(45, 500)],
    );
    expect(result).toMatchObject({ quarantined: 2, written: [{ inserted: 4 }] });
    expect(await state()).toEqual({
      stored: ['41 100.00', '42 50.00', '43 51.00', '44 51.00'],
      kept: [`40 150.00 ${SPIKE}`, '45 500.00 close jumps from 51 to 500.00; awaits the next candle'],
    });
  });

  it('judges history that comes late by the candles around it', async () => {
    const { deliver, state } = await calmSeries();
    await deliver(...calm(60, 5));
    await deliver(candle(50, 150));
    await deliver(candle(52, 100.25));
    expect(await state()).toMatchObject({
      stored: expect.not.arrayContaining(['50 150.00']) as unknown,
      kept: [`50 150.00 ${SPIKE}`],
    });
    await deliver(candle(65, 100.5));
    expect((await state()).stored.at(-1)).toBe('65 100.50');
  });

  it('judges each of some scattered candles by those stored around it', async () => {
    const name = { exchange: 'test', symbol: `SPIKE${++symbols}`, interval: '1m' as const };
    // 100 to 115 and back in 900 minutes: no step is larger than 15 / 450 = 0.033, yet ln(115 / 101.5) is beyond 1m's 0.1.
    const drift = (minute: number) => candle(minute, 115 - (Math.abs(minute - 500) * 15) / 450);
    const missing = [60, 500, 950];
    const all = Array.from({ length: 960 }, (_, minute) => drift(minute));
    await openIngest().ingest(
      name,
      all.filter((_, minute) => !missing.includes(minute)),
    );
    const result = await openIngest().ingestFromSource([{ name, candles: missing.map(drift) }], 'backfill');
    expect(result).toMatchObject({ quarantined: 0, written: [{ inserted: 3 }] });
  });

  it('finds the spikes among scattered candles, and settles them by what is stored after each', async () => {
    const { deliver, state } = await calmSeries();
    await deliver(...calm(41, 3), ...calm(45, 3), ...calm(49, 2));
    const result = await deliver(candle(40, 100), candle(44, 150), candle(48, 100.5), candle(51, 150));
    expect(result).toMatchObject({ quarantined: 2, written: [{ inserted: 2 }] });
    expect((await state()).kept).toEqual([
      expect.stringMatching(/^44 150.00 .* and the next candle is back$/),
      expect.stringMatching(/^51 150.00 .*; awaits the next candle$/),
    ]);
  });

  it('looks anew where somebody else wrote the series as well', async () => {
    const { name, deliver, state } = await calmSeries();
    await deliver(candle(KNOWN, 100));
    // An operator moves the level: 45 to 80 lie at 200, which the first process has not seen.
    const others = openIngest();
    await others.ingest(
      name,
      Array.from({ length: 36 }, (_, index) => candle(45 + index, 200)),
    );
    await deliver(candle(44, 100));
    await deliver(candle(81, 201));
    expect(await state()).toMatchObject({ kept: [] });
    expect((await state()).stored.at(-1)).toBe('81 201.00');
  });

  it('goes on by what it remembered where that is forgotten while other series are looked up', async () => {
    const watch = new SpikeWatch(storage.dataSource, storage.store);
    const batch = async (symbol: string, ...candles: CandleToWrite[]) => {
      const name = { exchange: 'test', symbol, interval: '1m' as const };
      return { seriesId: await storage.series.idOf(name), name, interval: name.interval, candles };
    };
    const first = await batch('KNOWN', candle(0, 100));
    const [known, unknown] = [await batch('KNOWN', candle(1, 101)), await batch('UNKNOWN', candle(1, 5))];
    await watch.judge([first]);
    const judging = watch.judge([known, unknown]);
    // Another write of it failed.
    watch.forget([known]);
    const { accepted } = await judging;
    expect(accepted.map(({ candles }) => candles)).toEqual([known.candles, unknown.candles]);
  });

  it('takes a real move of twenty candles as it is, and few candles for too little to judge by', async () => {
    const name = { exchange: 'test', symbol: `SPIKE${++symbols}`, interval: '1m' as const };
    const candles = [...calm(0, 20), candle(20, 1000)];
    expect(await openIngest().ingestFromSource([{ name, candles }], 'backfill')).toMatchObject({
      quarantined: 0,
      written: [{ inserted: 21 }],
    });
  });
});
