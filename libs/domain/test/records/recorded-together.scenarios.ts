import { storeRegime } from '#domain/analysis/store-regime';
import type { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { EventNumbers } from '#domain/events/event-numbers';
import { EventReader } from '#domain/events/event-reader';
import type { EventData } from '#domain/events/events';
import { recordEvents } from '#domain/events/record-events';
import { FeatureSets } from '#domain/features/feature-sets';
import { type GapStorage, named } from '../support/gap-storage';
import { DAYS, featureSet, RecordedKinds, regimeOf, RUN } from '../support/recorded-kinds';

describe('events and what they report', () => {
  let kinds: RecordedKinds;
  let gaps: GapStorage;
  let storage: GapStorage['storage'];
  beforeAll(async () => {
    kinds = await RecordedKinds.open();
    ({ gaps, storage } = kinds);
  });
  afterAll(() => kinds.close());
  beforeEach(() => storage.pool.query('truncate events restart identity'));

  const regimes = async () =>
    (await kinds.recorded()).map(([kind, data]) => {
      const { regime, previous_regime } = data as EventData<'regime.changed'>;
      return [kind, regime, previous_regime];
    });

  it('are regimes where they change, and not where one is computed again', async () => {
    const store = (regime: StoredRegime['regime'], minute: number) =>
      kinds.storeRegime(regimeOf('M', regime, minute));
    await store('bull', 0);
    await store('bull', 1);
    await store('bear', 2);
    await store('bear', 3);
    expect(await kinds.recorded()).toEqual(
      [
        { regime: 'bull', previous_regime: null, computed_at: '2024-01-01T00:00:00Z' },
        { regime: 'bear', previous_regime: 'bull', computed_at: '2024-01-01T00:02:00Z' },
      ].map((change) => [
        'regime.changed',
        { exchange: 'test', symbol: 'M', interval: '1h', confidence: 0.9, ...change },
      ]),
    );
  });

  it('are the changes of a regime that two compute for the first time at once', async () => {
    const first = storage.dataSource.createQueryRunner();
    await first.startTransaction();
    await storeRegime(first.manager, regimeOf('N', 'bull'));
    const second = kinds.storeRegime(regimeOf('N', 'bull'));
    const isWaiting = async () => {
      const { rows } = await storage.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    while (!(await isWaiting()));
    await first.commitTransaction();
    await first.release();
    await second;
    expect(await regimes()).toEqual([['regime.changed', 'bull', null]]);
  });

  it('commit with what they report, or neither does', async () => {
    await gaps.store('T', 0, 1, 5, 6);
    const row = { ...RUN, ...DAYS, status: 'completed' };
    const tables = [
      ...[
        'candlesticks',
        'quarantined_candles',
        'funding_rates',
        'feature_sets',
        'stored_regimes',
        'backtests',
      ],
      ...[
        'parameter_searches',
        'equity_ingests',
        'gap_repairs',
        'gap_reports',
        'series_quality',
        'candle_loads',
      ],
    ];
    await storage.pool.query(`truncate ${tables.slice(1).join(', ')} cascade`);
    const contents = async () =>
      Promise.all(
        tables.map(async (table) => {
          const { rows } = await storage.pool.query<{ count: number }>(
            `select count(*)::int as count from ${table}`,
          );
          return [table, rows[0].count];
        }),
      );
    await storage.series.idOf({ exchange: 'test', symbol: 'V', interval: '1m' });
    const before = await contents();
    const minutes = Array.from({ length: 600 }, (_, minute) => minute);
    await storage.pool.query('alter table events add constraint events_refused check (false) not valid');
    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      'candle.closed': () => gaps.store('V', 0),
      'candle.closed of an append': () => gaps.store('V', ...minutes),
      'candle.quarantined': () => kinds.quarantine(),
      'funding.settled': () => kinds.settle(),
      'features.computed': () => new FeatureSets(storage.dataSource).store(featureSet()),
      'regime.changed': () => kinds.storeRegime(regimeOf('O', 'bull')),
      'gap.found': () => gaps.counter.countChanged(),
      'backtest.finished': () => kinds.finish('backtest', 'backtests', row),
      'sweep.finished': () =>
        kinds.finish('parameter-search', 'parameter_searches', { ...row, settings: '{}', kind: 'sweep' }),
      'walk-forward.finished': () =>
        kinds.finish('parameter-search-assemble', 'parameter_searches', {
          ...row,
          settings: '{}',
          kind: 'walk_forward',
        }),
      'equities.ingested': () =>
        kinds.finish('equity-backfill', 'equity_ingests', { ...DAYS, status: 'completed' }),
      'gap.repaired': () =>
        kinds.finish('gap-repair', 'gap_repairs', {
          ...named('V'),
          asked: 1,
          repaired: 1,
          no_trades: 0,
          still_missing: 0,
          status: 'completed',
        }),
    };
    try {
      for (const [kind, attempt] of Object.entries(attempts)) {
        await expect(attempt().then(() => `${kind} was stored`)).rejects.toThrow('events_refused');
      }
    } finally {
      await storage.pool.query('alter table events drop constraint events_refused');
    }
    expect(await contents()).toEqual(before);
  });

  it('have times that no two rows share, to the millisecond: two corrections at once are two events', async () => {
    const record = async (time: string) => {
      const gap = { ...named('U'), start: time, end: time, missing: 1 } as const;
      await recordEvents(storage.dataSource, storage.pool, 'gap.found', [gap]);
      await storage.pool.query(
        'update events set recorded_at = $1 where position is null and id = (select max(id) from events)',
        [time],
      );
    };
    const [numbers, reader] = [new EventNumbers(storage.dataSource), new EventReader(storage.dataSource)];
    for (const second of ['00.00092', '00.00094', '00.00096', '09'])
      await record(`2024-01-01T00:00:${second}Z`);
    await numbers.assign();
    await record('2024-01-01T00:00:08Z');
    await numbers.assign();

    const { rows } = await reader.after(0);
    expect(rows.map(({ events }) => events[0].recordedAt.toISOString().slice(17, 23))).toEqual([
      ...['00.000', '00.001', '00.002', '09.000', '09.001'],
    ]);
  });
});
