import { RunFills } from '#domain/runs/run-fills';
import { Runs } from '#domain/runs/runs';
import { STORED_RESULTS } from '../support/stored-forms';
import { openStorage, type Storage } from '../support/storage';

const NEVER = new AbortController().signal;
/** More than one batch. */
const MANY = 450;

const ROW = `'sma_cross', 'X', '1d', '2024-01-01', '2024-06-08'`;
const COLUMNS = 'strategy_name, symbol, interval, start_date, end_date';

describe('the list of runs', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  const query = async (sql: string, values: unknown[] = []) =>
    (await storage.pool.query<Record<string, unknown>>(sql, values)).rows;
  const listed = () => query('select * from runs order by kind, run_id');

  it('is filled with the runs of before in batches, as if each had been written today', async () => {
    const { report, walkForward, sweep } = STORED_RESULTS;
    await query(
      `insert into backtests (${COLUMNS}, status, total_return)
       select ${ROW}, 'completed', n / 1000.0 from generate_series(1, $1) n`,
      [MANY],
    );
    await query('insert into backtest_reports select id, $1 from backtests', [report.after]);
    for (const [kind, result] of [
      ['walk_forward', walkForward.after],
      ['sweep', sweep.after],
      ['verification', null],
    ]) {
      await query(
        `insert into parameter_searches (kind, ${COLUMNS}, settings, result) values ($1, ${ROW}, '{"parameters": {"a": 1}}', $2)`,
        [kind, result],
      );
    }
    await query(
      `insert into job_runs (job, subject, submitted_by)
       select 'backtest', id::text, 'ada' from backtests
       union all select 'parameter-search', id::text, 'ada' from parameter_searches`,
    );
    const written = await listed();
    expect(written).toHaveLength(MANY + 2);
    expect(written[0]).toMatchObject({
      author: 'ada',
      total_return: 0.001,
      cagr: 8.80967309644784,
      verdict: 'inconclusive',
      parameters: { fast: 3, slow_bars: 8 },
    });

    // As the migration leaves a database of before: nothing is listed.
    await query('delete from runs');
    await query(
      `insert into run_fills select 'backtests', max(id) + 1 from backtests
       union all select 'parameter_searches', max(id) + 1 from parameter_searches`,
    );
    const fills = new RunFills(storage.dataSource);
    // Two workers at once.
    await Promise.all([fills.fill(NEVER), fills.fill(NEVER)]);
    await fills.fill(NEVER);
    expect(await listed()).toEqual(written);
    expect(await query('select * from run_fills')).toEqual([]);
  });

  it('reads a page from an index, and its total without a scan', async () => {
    await query(
      `insert into runs (kind, run_id, ${COLUMNS}, status, created_at, sharpe_ratio)
       select 'backtest', 1000000 + n, ${ROW}, 'completed', now() - n * interval '1 minute', random()
       from generate_series(1, 20000) n`,
    );
    await query('analyze runs');
    const { items, total } = await new Runs(storage.dataSource).list(
      {},
      { by: 'sharpe_ratio', ascending: false },
      { offset: 0, limit: 20 },
    );
    expect([items.length, total]).toEqual([20, MANY + 2 + 20_000]);
    const planOf = async (order: string) =>
      (await query(`explain select * from runs order by ${order} limit 21`))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const newest = 'created_at desc, kind desc, run_id desc';
    expect(await planOf(newest)).toMatch(/Index Scan.* using runs_created_at_idx/);
    const indexed = [
      'sharpe_ratio desc',
      'total_return desc',
      'cagr desc',
      'deflated_sharpe_ratio desc',
      'max_drawdown asc',
    ];
    for (const sorted of indexed) {
      const [measure] = sorted.split(' ');
      expect(await planOf(`${sorted} nulls last, ${newest}`)).toMatch(`Index Scan using runs_${measure}_idx`);
    }
  });
});
