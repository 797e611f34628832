import { storeRegime } from '#domain/analysis/store-regime';
import type { StoredRegimeDetails } from '#domain/analysis/stored-regime-details';
import type { RecordedEvent } from '#domain/events/events';
import { EventNumbers } from '#domain/events/event-numbers';
import { EventReader } from '#domain/events/event-reader';
import { recordFinishedRun } from '#domain/events/finished-runs';
import { FeatureSets } from '#domain/features/feature-sets';
import { FundingRates } from '#domain/funding/funding-rates';
import { CandleQuarantine } from '#domain/market-data/quarantine/candle-quarantine';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { expectDeclaredEvents } from '../support/expect-declared-events';
import { at, GapStorage } from '../support/gap-storage';

const RUN = { strategy_name: 'sma_cross', exchange: 'us', symbol: 'SPX', interval: '1d' };
const DAYS = { start_date: '2018-01-01', end_date: '2020-04-17' };
const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/);

describe('what is recorded as events, beside candles', () => {
  let gaps: GapStorage;
  let storage: GapStorage['storage'];
  beforeAll(async () => {
    gaps = await GapStorage.open();
    ({ storage } = gaps);
  });
  afterAll(() => gaps.close());
  beforeEach(() => storage.pool.query('truncate events restart identity'));

  /** All but those of candles. */
  async function recorded(): Promise<[RecordedEvent['kind'], RecordedEvent['data']][]> {
    await new EventNumbers(storage.dataSource).assign();
    const { rows } = await new EventReader(storage.dataSource).after(0);
    const events = rows.flatMap((row) => row.events).filter(({ data }) => !('candles' in data));
    expectDeclaredEvents(events);
    return events.map(({ kind, data }) => [kind, data]);
  }

  /** The record of a job that has just finished, and the report of that; answers the id of the record. */
  function finish(
    job: string,
    table: string,
    row: Readonly<Record<string, unknown>>,
    run = 3,
  ): Promise<number> {
    return storage.dataSource.transaction(async (manager) => {
      const columns = Object.keys(row);
      const [{ id }] = await manager.query<[{ id: number }]>(
        `insert into ${table} (${columns.join(', ')}, finished_at)
         values (${columns.map((_, index) => `$${index + 1}`).join(', ')}, now()) returning id`,
        Object.values(row),
      );
      await recordFinishedRun(manager, { job, subject: String(id), run });
      return id;
    });
  }

  it('are candles in quarantine', async () => {
    const name = { exchange: 'test', symbol: 'Q', interval: '1m' } as const;
    const candles = [flatCandle(minuteAfterStart(0), '-1'), flatCandle(minuteAfterStart(1), '9.90')];
    await new CandleQuarantine(storage.dataSource).keep(
      candles.map((candle) => ({ name, candle, reason: 'outlier' })),
      'feed',
    );
    const { rows } = await storage.pool.query<{ id: string }>(
      'select id from quarantined_candles order by id',
    );

    const shared = { ...name, volume: '1', source: 'feed', reason: 'outlier' };
    expect(await recorded()).toEqual(
      ['-1', '9.90'].map((price, minute) => [
        'candle.quarantined',
        {
          ...shared,
          id: Number(rows[minute].id),
          open_time: `2024-01-01T00:0${minute}:00Z`,
          ...{ open: price, high: price, low: price, close: price },
        },
      ]),
    );
  });

  it('are payments of funding, and corrections of them', async () => {
    const rates = new FundingRates(storage.dataSource);
    const target = { exchange: 'test', symbol: 'A/USDT:USDT' };
    const pay = (hour: number, fundingRate: string, markPrice: string | null = null) => {
      return { fundingTime: new Date(Date.UTC(2024, 0, 1, hour)), fundingRate, markPrice };
    };
    await rates.upsert(target, [pay(8, '0.00010', '42000.50'), pay(0, '-0.0001')]);
    await rates.upsert(target, [pay(8, '0.00010', '42000.50'), pay(0, '-0.0002')]);
    await rates.upsert(target, [pay(8, '0.00010')]);

    const [eight, midnight] = [Date.UTC(2024, 0, 1, 8), Date.UTC(2024, 0, 1, 0)];
    expect(await recorded()).toEqual([
      [
        'funding.settled',
        {
          ...target,
          rates: [
            [midnight, '-0.0001', null],
            [eight, '0.00010', '42000.50'],
          ],
        },
      ],
      ['funding.settled', { ...target, rates: [[midnight, '-0.0002', null]] }],
    ]);
  });

  it('are gaps, once each', async () => {
    await gaps.store('G', 0, 1, 5, 6);
    await gaps.counter.countChanged();
    const gap = (start: number, end: number, missing: number) => {
      const time = (minute: number) => new Date(at(minute)).toISOString().replace('.000', '');
      const name = { exchange: 'test', symbol: 'G', interval: '1m' };
      return ['gap.found', { ...name, start: time(start), end: time(end), missing }];
    };
    expect(await recorded()).toEqual([gap(2, 4, 3)]);
    // Counted on from the last candle, then all of it again after a write before that.
    await gaps.store('G', 9);
    await gaps.countLater();
    await gaps.store('G', 3);
    await gaps.countLater();
    expect(await recorded()).toEqual([gap(2, 4, 3), gap(7, 8, 2)]);
    // History from before the first candle.
    await gaps.store('G', -10);
    await gaps.countLater();
    expect(await recorded()).toEqual([gap(2, 4, 3), gap(7, 8, 2), gap(-9, -1, 9)]);
  });

  it('are features, where they are stored', async () => {
    const sets = new FeatureSets(storage.dataSource);
    const asOf = minuteAfterStart(60);
    const set = {
      ...{ exchange: 'test', symbol: 'F', interval: '1m' },
      ...{ asOf, featureVersion: 2, features: { rsi: 50 }, warmupBars: 1, warmupNeeded: 1 },
      ...{ sourceSeriesId: 1, sourceVersion: 7, windowStart: null, windowEnd: asOf, nextOpenTime: asOf },
      ...{ newestOpenTime: asOf, newestCandle: '1', calendar: null },
    };
    await sets.store(set);
    await sets.store({ ...set, sourceVersion: 6 });

    const name = { exchange: 'test', symbol: 'F', interval: '1m' };
    expect(await recorded()).toEqual([
      ['features.computed', { ...name, as_of: '2024-01-01T01:00:00Z', feature_version: 2, computed_at: NOW }],
    ]);
  });

  it('are regimes that are not the ones stored before', async () => {
    const name = { exchange: 'test', symbol: 'R', interval: '1h' } as const;
    const basis = { sourceSeriesId: null, sourceVersion: null, calendar: null, nextOpenTime: null };
    const window = { windowStart: null, windowEnd: null, newestOpenTime: null, newestCandle: null };
    const details = {} as StoredRegimeDetails;
    for (const regime of ['bull', 'bull', 'bear'] as const) {
      const result = {
        regime,
        stateHistory: [regime],
        stateTimes: Buffer.alloc(8),
        confidence: 0.75,
        details,
      };
      const stored = { ...name, ...result, computedAt: minuteAfterStart(60), ...basis, ...window };
      await storage.dataSource.transaction((manager) => storeRegime(manager, stored));
    }

    const shared = { ...name, confidence: 0.75, computed_at: '2024-01-01T01:00:00Z' };
    expect(await recorded()).toEqual([
      ['regime.changed', { ...shared, regime: 'bull', previous_regime: null }],
      ['regime.changed', { ...shared, regime: 'bear', previous_regime: 'bull' }],
    ]);
  });

  it('are backtests that a run completed or failed', async () => {
    const figures = { sharpe_ratio: 0.84, max_drawdown: 0.11, total_return: 0.19 };
    const id = await finish('backtest', 'backtests', { ...RUN, ...DAYS, ...figures, status: 'completed' });
    const failed = await finish('backtest', 'backtests', {
      ...{ ...RUN, ...DAYS, status: 'failed', exchange: null },
      failure_reason: 'No candles',
    });

    const shared = { ...RUN, ...DAYS, run: 3, finished_at: NOW };
    expect(await recorded()).toEqual([
      ['backtest.finished', { ...shared, ...figures, id, status: 'completed', error: null }],
      [
        'backtest.finished',
        {
          ...{ ...shared, id: failed, status: 'failed', error: 'No candles', exchange: null },
          ...{ sharpe_ratio: null, max_drawdown: null, total_return: null },
        },
      ],
    ]);
  });

  it('are searches by their kind, and verifications never', async () => {
    const row = { ...RUN, ...DAYS, settings: '{}', status: 'completed' };
    const walkForward = await finish('parameter-search-assemble', 'parameter_searches', {
      ...row,
      kind: 'walk_forward',
    });
    const sweep = await finish('parameter-search', 'parameter_searches', {
      ...{ ...row, kind: 'sweep', status: 'failed' },
      failure_reason: 'Too little data',
    });
    await finish('parameter-search-assemble', 'parameter_searches', {
      ...{ ...row, kind: 'verification' },
      verified_search_id: sweep,
    });
    // A chunk of a search that is over already, and one of a search that goes on.
    await storage.dataSource.transaction((manager) =>
      recordFinishedRun(manager, { job: 'parameter-search-chunk', subject: `${sweep}:1`, run: 1 }),
    );
    await finish('parameter-search-chunk', 'parameter_searches', {
      ...row,
      kind: 'sweep',
      status: 'running',
    });

    const shared = { ...RUN, ...DAYS, run: 3, finished_at: NOW };
    expect(await recorded()).toEqual([
      ['walk-forward.finished', { ...shared, id: walkForward, status: 'completed', error: null }],
      ['sweep.finished', { ...shared, id: sweep, status: 'failed', error: 'Too little data' }],
    ]);
  });

  it('are equity ingests and gap repairs', async () => {
    const ingest = await finish('equity-backfill', 'equity_ingests', {
      ...{ ...DAYS, status: 'failed' },
      last_error: 'The provider is away',
    });
    const name = { exchange: 'test', symbol: 'R', interval: '1m' };
    const counts = { asked: 5, repaired: 3, no_trades: 1, still_missing: 1 };
    const repair = await finish('gap-repair', 'gap_repairs', { ...name, ...counts, status: 'completed' });
    await finish('gap-repair', 'gap_repairs', { ...name, ...counts, status: 'failed' });

    expect(await recorded()).toEqual([
      [
        'equities.ingested',
        {
          ...{ id: ingest, run: 3, status: 'failed', error: 'The provider is away', finished_at: NOW },
          ...{ symbols: [], ...DAYS },
        },
      ],
      [
        'gap.repaired',
        { ...name, job_id: repair, run: 3, requested: 5, repaired: 3, no_trades: 1, still_missing: 1 },
      ],
    ]);
  });
});
