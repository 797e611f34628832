import { SMA_CROSS } from './support/api-client';
import { JobStage } from './support/job-stage';
import { contentOf, type Search, SearchClient } from './support/search-client';

interface Row {
  readonly parameters: Readonly<Record<string, number>>;
  readonly score: number | null;
  readonly sharpe_ratio: number | null;
  readonly total_return: number;
  readonly max_drawdown: number;
  readonly trades: number;
}

interface Sweep extends Search {
  readonly combinations: readonly Row[];
  readonly best: Row | null;
  readonly trials: number;
  readonly probability_of_backtest_overfitting: number | null;
  readonly benchmark: Readonly<Record<string, number>>;
  readonly verdict: { readonly level: string; readonly reasons: readonly object[] };
}

const FAST = [5, 10, 20];
const SLOW = [50, 100, 150, 200];

/** A crossing of two averages, as rules that leave both periods open. */
const CROSSING_RULES = {
  rules: {
    entry_long: {
      crosses_above: [{ sma: { period: { param: 'quick' } } }, { sma: { period: { param: 'sluggish' } } }],
    },
    exit_long: {
      crosses_below: [{ sma: { period: { param: 'quick' } } }, { sma: { period: { param: 'sluggish' } } }],
    },
  },
  quick: 10,
  sluggish: 100,
};

jest.setTimeout(60_000);

describe('a sweep through two workers', () => {
  let stage: JobStage;
  let searches: SearchClient;

  beforeAll(async () => {
    stage = await JobStage.open();
    searches = new SearchClient(stage);
    await Promise.all([stage.startWorker(), stage.startWorker()]);
  });
  afterAll(() => stage.close());

  async function sweep(fields: object): Promise<Sweep> {
    const submitted = await searches.sweep(fields);
    expect(submitted).toMatchObject({ status: 'pending', detail: null });
    return (await searches.untilOver('sweep', submitted.id)) as Sweep;
  }

  async function backtest(fields: object) {
    const id = await stage.api.submit({ ...SMA_CROSS, ...fields });
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  }

  it('answers every combination in grid order, the best one and how likely it is luck', async () => {
    const found = await sweep({ param_grid: { slow: SLOW, fast: FAST } });
    expect(found).toMatchObject({ status: 'completed', detail: null, objective: 'sharpe_ratio', trials: 12 });
    expect(found).not.toHaveProperty('mode');
    expect(found.combinations.map(({ parameters }) => parameters)).toEqual(
      FAST.flatMap((fast) => SLOW.map((slow) => ({ fast, slow }))),
    );
    const scores = found.combinations.map(({ score }) => score ?? -Infinity);
    expect(found.best).toEqual(found.combinations[scores.indexOf(Math.max(...scores))]);
    expect(found.probability_of_backtest_overfitting).toBeGreaterThanOrEqual(0);
    expect(found.probability_of_backtest_overfitting).toBeLessThanOrEqual(1);
  });

  it('says of each combination what its backtest says', async () => {
    const found = await sweep({ param_grid: { fast: [5, 20], slow: [60, 180] } });
    expect(found.combinations).toHaveLength(4);
    for (const { parameters, sharpe_ratio, total_return, max_drawdown, trades } of found.combinations) {
      const { metrics } = await backtest({ parameters });
      expect(metrics).toMatchObject({ sharpe_ratio, total_return, max_drawdown, trades });
    }
    const { benchmark } = await backtest({ parameters: found.combinations[0].parameters });
    expect(benchmark).toMatchObject(found.benchmark);
    // Contract: a sweep is at best not refuted.
    expect(['likely_luck', 'inconclusive', 'not_refuted']).toContain(found.verdict.level);
    expect(found.verdict.reasons.length).toBeGreaterThan(0);
  });

  it('draws the same trials for the same seed', async () => {
    const fields = {
      param_grid: { fast: { min: 2, max: 60, step: 1 }, slow: { min: 61, max: 250, step: 1 } },
      n_trials: 20,
    };
    const [first, again, other] = [
      await sweep({ ...fields, seed: 7 }),
      await sweep({ ...fields, seed: 7 }),
      await sweep({ ...fields, seed: 8 }),
    ];
    const drawn = ({ combinations }: Sweep) =>
      combinations.map(({ parameters }) => JSON.stringify(parameters));
    expect(new Set(drawn(first)).size).toBe(20);
    expect(contentOf(again)).toBe(contentOf(first));
    expect(drawn(other)).not.toEqual(drawn(first));
  });

  it('searches rules over the parameters that they name', async () => {
    const found = await sweep({
      strategy_name: 'custom',
      parameters: CROSSING_RULES,
      param_grid: { quick: [5, 10], sluggish: [60, 120] },
    });
    expect(found).toMatchObject({ status: 'completed', detail: null, trials: 4 });
    for (const { parameters, sharpe_ratio, total_return, trades } of found.combinations) {
      const { metrics } = await backtest({
        strategy_name: 'custom',
        parameters: { ...CROSSING_RULES, ...parameters },
      });
      expect(metrics).toMatchObject({ sharpe_ratio, total_return, trades });
    }
    expect(new Set(found.combinations.map(({ total_return }) => total_return)).size).toBe(4);
  });

  it('has no best combination where none trades often enough', async () => {
    const found = await sweep({ param_grid: { fast: [5], slow: [50, 100] }, min_trades: 1_000 });
    expect(found).toMatchObject({ status: 'completed', best: null, significance: null });
    expect(found.warnings).toContainEqual(expect.stringContaining('no combination made 1000 trades'));
  });

  it('stays a sweep whatever a walk-forward run would take', async () => {
    const found = await sweep({ param_grid: { fast: [5], slow: [50, 100] }, mode: 'anchored', n_splits: 3 });
    expect(found).toMatchObject({ status: 'completed', trials: 2 });
    expect(found).not.toHaveProperty('windows');
    expect(found.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('mode is not a field'),
        expect.stringContaining('n_splits is not a field'),
      ]),
    );
  });

  it.each([
    ['an unknown strategy', { strategy_name: 'moon_phase' }, /unknown strategy "moon_phase"/],
    ['a strategy with orders of its own', { strategy_name: 'grid' }, /grid places orders of its own/],
    ['too few candles', { start_date: '2000-01-03', end_date: '2000-01-20' }, /too few candles|warm up/],
    [
      'a grid that the strategy refuses whole',
      { param_grid: { fast: [50], slow: [10] } },
      /accepts none of the 1/,
    ],
    [
      'rules that compare what no candle has',
      {
        strategy_name: 'custom',
        parameters: {
          rules: { entry_long: { gt: [{ sqrt: { sub: ['close', { param: 'floor' }] } }, 1] } },
          floor: 1_000_000,
        },
        param_grid: { floor: [1_000_000, 2_000_000] },
      },
      /entry_long\.gt\[0\]: has no value on any of the/,
    ],
  ])('fails with the reason for %s', async (_case, fields, reason) => {
    const found = await sweep(fields);
    expect(found).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
    expect(found).not.toHaveProperty('combinations');
  });
});
