import { EvidenceLinks } from '#domain/strategy-ideas/evidence-links';
import { STORED_RESULTS } from '../support/stored-forms';
import { openStorage, type Storage } from '../support/storage';

interface StoredSweepForm {
  readonly best: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly significance: { readonly deflatedSharpeRatio: number | null };
}

interface StoredWalkForwardForm {
  readonly windows: readonly { readonly outOfSample: { readonly trades: number } }[];
  readonly summary: Readonly<Record<string, unknown>>;
  readonly verdict: { readonly level: string };
}

const SEARCHES = 50;
const COMBINATIONS = 5_000;

describe('the evidence of ideas', () => {
  let storage: Storage;
  let ideaId: number;
  beforeAll(async () => {
    storage = await openStorage();
    ideaId = await idOf(`insert into strategy_ideas (name, description) values ('n', 'd') returning id`);
  });
  afterAll(() => storage.close());

  async function idOf(statement: string, parameters: unknown[] = []): Promise<number> {
    const { rows } = await storage.pool.query<{ id: number }>(statement, parameters);
    return rows[0].id;
  }

  const newSearch = (kind: string, result: object | null) =>
    idOf(
      `insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, status, result)
       values ($1, 's', 'X', '1d', '2020-01-01', '2020-12-31', '{}', 'completed', $2) returning id`,
      [kind, result && JSON.stringify(result)],
    );
  const newBacktest = () =>
    idOf(`insert into backtests (strategy_name, symbol, interval, start_date, end_date)
      values ('s', 'X', '1d', '2020-01-01', '2020-12-31') returning id`);
  const newPortfolio = () =>
    idOf(`insert into portfolio_runs (strategy_name, symbol, interval, start_date, end_date, allocation, members, member_count, settings)
      values ('equal', 'X', '1d', '2020-01-01', '2020-12-31', 'weights', '[]', 0, '{}') returning id`);
  const figuresOf = async (id: number) => {
    const { rows } = await storage.pool.query<{ figures: unknown }>(
      'select figures from parameter_searches where id = $1',
      [id],
    );
    return rows[0].figures;
  };

  it('are of exactly one run each, and of no run twice', async () => {
    const link = (backtestId: number | null, searchId: number | null, portfolioId: number | null = null) =>
      storage.pool.query(
        'insert into strategy_idea_evidence (idea_id, backtest_id, search_id, portfolio_id) values ($1, $2, $3, $4)',
        [ideaId, backtestId, searchId, portfolioId],
      );
    const [backtest, search] = [await newBacktest(), await newSearch('sweep', null)];
    const portfolio = await newPortfolio();
    await expect(link(backtest, null, portfolio)).rejects.toThrow(/strategy_idea_evidence_one_run/);
    await link(null, null, portfolio);
    await expect(link(null, null, portfolio)).rejects.toThrow(/portfolio_id_idea_id_idx/);
    await expect(link(null, null)).rejects.toThrow(/strategy_idea_evidence_one_run/);
    await expect(link(backtest, search)).rejects.toThrow(/strategy_idea_evidence_one_run/);
    await link(backtest, null);
    await link(null, search);
    await expect(link(backtest, null)).rejects.toThrow(/backtest_id_idea_id_idx/);
    await expect(link(null, search)).rejects.toThrow(/search_id_idea_id_idx/);
  });

  it('have the figures of the best combination of a sweep, also of one that an older worker stores', async () => {
    const sweep = STORED_RESULTS.sweep.after as StoredSweepForm;
    const { sharpeRatio, totalReturn, maxDrawdown, trades } = sweep.rows[sweep.best];
    const id = await newSearch('sweep', null);
    expect(await figuresOf(id)).toBeNull();
    await storage.pool.query('update parameter_searches set result = $2 where id = $1', [
      id,
      JSON.stringify({ ...sweep, verdict: { level: 'not_refuted', reasons: [] } }),
    ]);
    expect(await figuresOf(id)).toEqual({
      ...{ sharpeRatio, totalReturn, maxDrawdown, trades },
      deflatedSharpeRatio: sweep.significance.deflatedSharpeRatio,
      verdictLevel: 'not_refuted',
    });
    const nothing = { sharpeRatio: null, totalReturn: null, maxDrawdown: null, trades: null };
    const withoutBest = await newSearch('sweep', { rows: sweep.rows, best: null, significance: null });
    expect(await figuresOf(withoutBest)).toEqual({
      ...nothing,
      deflatedSharpeRatio: null,
      verdictLevel: null,
    });
  });

  it('have the figures of the stitched tests of a walk-forward run, and none of a verification', async () => {
    const forward = STORED_RESULTS.walkForward.after as StoredWalkForwardForm;
    const { outOfSampleSharpe, outOfSampleReturn, outOfSampleMaxDrawdown, deflatedSharpeRatio } =
      forward.summary;
    expect(await figuresOf(await newSearch('walk_forward', forward))).toEqual({
      sharpeRatio: outOfSampleSharpe,
      totalReturn: outOfSampleReturn,
      maxDrawdown: outOfSampleMaxDrawdown,
      trades: forward.windows.reduce((sum, { outOfSample }) => sum + outOfSample.trades, 0),
      deflatedSharpeRatio,
      verdictLevel: forward.verdict.level,
    });
    expect(await figuresOf(await newSearch('verification', { identical: true, changed: [] }))).toBeNull();
  });

  it('are judged without reading the results of searches', async () => {
    const other = await idOf(`insert into strategy_ideas (name, description) values ('n', 'd') returning id`);
    await storage.pool.query(
      `with search as (
         insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, status, result)
         select 'sweep', 's', 'X', '1d', '2020-01-01', '2020-12-31', '{}', 'completed', jsonb_build_object('best', 0,
           'verdict', '{"level": "inconclusive"}'::jsonb, 'significance', jsonb_build_object('deflatedSharpeRatio', random()),
           'rows', (select jsonb_agg(jsonb_build_object('sharpeRatio', random() + number)) from generate_series(1, $2::integer) number))
         from generate_series(1, $1::integer) returning id)
       insert into strategy_idea_evidence (idea_id, search_id) select $3, id from search`,
      [SEARCHES, COMBINATIONS, other],
    );
    await storage.pool.query('analyze parameter_searches; analyze strategy_idea_evidence');
    const client = await storage.pool.connect();
    try {
      const blocksOf = async (statement: string, parameters: unknown[]) => {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          `explain (analyze, buffers, format json) ${statement}`,
          parameters,
        );
        const { Plan: plan } = rows[0]['QUERY PLAN'][0];
        return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      };
      const statements: [string, unknown[]][] = [];
      const manager = {
        query: (statement: string, parameters: unknown[]) => {
          statements.push([statement, parameters]);
          return storage.dataSource.query(statement, parameters);
        },
      } as unknown as typeof storage.dataSource.manager;
      const judged = await new EvidenceLinks(storage.dataSource).judged(manager, other);
      expect(judged).toHaveLength(SEARCHES);
      expect(judged[0]).toMatchObject({ kind: 'sweep', status: 'completed', verdictLevel: 'inconclusive' });
      const whole = await blocksOf(
        `select max(length(result::text)) from parameter_searches where id > (select max(id) - $1 from parameter_searches)`,
        [SEARCHES],
      );
      // A link, its run and the indexes to them.
      expect(await blocksOf(...statements[0])).toBeLessThan(5 * SEARCHES);
      expect(whole).toBeGreaterThan(8 * SEARCHES);
    } finally {
      client.release();
    }
  });
});
