import { recordFinishedRun } from '#domain/events/finished-runs';
import { FeatureSets } from '#domain/features/feature-sets';
import { FundingRates } from '#domain/funding/funding-rates';
import { at, type GapStorage } from '../support/gap-storage';
import { DAYS, featureSet, RecordedKinds, RUN } from '../support/recorded-kinds';

const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/);

describe('what is recorded as events, beside candles', () => {
  let kinds: RecordedKinds;
  let gaps: GapStorage;
  let storage: GapStorage['storage'];
  beforeAll(async () => {
    kinds = await RecordedKinds.open();
    ({ gaps, storage } = kinds);
  });
  afterAll(() => kinds.close());
  beforeEach(() => storage.pool.query('truncate events restart identity'));

  it('are candles in quarantine', async () => {
    const name = { exchange: 'test', symbol: 'Q', interval: '1m' } as const;
    await kinds.quarantine();
    const { rows } = await storage.pool.query<{ id: string }>(
      'select id from quarantined_candles order by id',
    );

    const shared = { ...name, volume: '1', source: 'feed', reason: 'outlier' };
    expect(await kinds.recorded()).toEqual(
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
    expect(await kinds.recorded()).toEqual([
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
    expect(await kinds.recorded()).toEqual([gap(2, 4, 3)]);
    // Counted on from the last candle, then all of it again after a write before that.
    await gaps.store('G', 9);
    await gaps.countLater();
    await gaps.store('G', 3);
    await gaps.countLater();
    expect(await kinds.recorded()).toEqual([gap(2, 4, 3), gap(7, 8, 2)]);
    // History from before the first candle.
    await gaps.store('G', -10);
    await gaps.countLater();
    expect(await kinds.recorded()).toEqual([gap(2, 4, 3), gap(7, 8, 2), gap(-9, -1, 9)]);
  });

  it('are features, where they are stored', async () => {
    const sets = new FeatureSets(storage.dataSource);
    const set = featureSet();
    await sets.store(set);
    await sets.store({ ...set, sourceVersion: 6 });

    const name = { exchange: 'test', symbol: 'F', interval: '1m' };
    expect(await kinds.recorded()).toEqual([
      ['features.computed', { ...name, as_of: '2024-01-01T01:00:00Z', feature_version: 2, computed_at: NOW }],
    ]);
  });

  it('are backtests that a run completed or failed', async () => {
    const figures = { sharpe_ratio: 0.84, max_drawdown: 0.11, total_return: 0.19 };
    const id = await kinds.finish('backtest', 'backtests', {
      ...RUN,
      ...DAYS,
      ...figures,
      status: 'completed',
    });
    const failed = await kinds.finish('backtest', 'backtests', {
      ...{ ...RUN, ...DAYS, status: 'failed', exchange: null },
      failure_reason: 'No candles',
    });

    const shared = { ...RUN, ...DAYS, run: 3, finished_at: NOW };
    expect(await kinds.recorded()).toEqual([
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
    const walkForward = await kinds.finish('parameter-search-assemble', 'parameter_searches', {
      ...row,
      kind: 'walk_forward',
    });
    const sweep = await kinds.finish('parameter-search', 'parameter_searches', {
      ...{ ...row, kind: 'sweep', status: 'failed' },
      failure_reason: 'Too little data',
    });
    await kinds.finish('parameter-search-assemble', 'parameter_searches', {
      ...{ ...row, kind: 'verification' },
      verified_search_id: sweep,
    });
    // A chunk of a search that is over already, and one of a search that goes on.
    await storage.dataSource.transaction((manager) =>
      recordFinishedRun(manager, { job: 'parameter-search-chunk', subject: `${sweep}:1`, run: 1 }),
    );
    await kinds.finish('parameter-search-chunk', 'parameter_searches', {
      ...row,
      kind: 'sweep',
      status: 'running',
    });

    const shared = { ...RUN, ...DAYS, run: 3, finished_at: NOW };
    expect(await kinds.recorded()).toEqual([
      ['walk-forward.finished', { ...shared, id: walkForward, status: 'completed', error: null }],
      ['sweep.finished', { ...shared, id: sweep, status: 'failed', error: 'Too little data' }],
    ]);
  });

  it('are equity ingests and gap repairs', async () => {
    const ingest = await kinds.finish('equity-backfill', 'equity_ingests', {
      ...{ ...DAYS, status: 'failed' },
      last_error: 'The provider is away',
    });
    const name = { exchange: 'test', symbol: 'R', interval: '1m' };
    const counts = { asked: 5, repaired: 3, no_trades: 1, still_missing: 1 };
    const repair = await kinds.finish('gap-repair', 'gap_repairs', {
      ...name,
      ...counts,
      status: 'completed',
    });
    await kinds.finish('gap-repair', 'gap_repairs', { ...name, ...counts, status: 'failed' });

    expect(await kinds.recorded()).toEqual([
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
