import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readSample, SPX } from '../support/sample-candles';
import { contentOf, SearchClient, type Sweep } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';
import { correctCandle, identicalVerification, ONE_CORRECTED } from '../support/verifications';

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

describe('a sweep through two workers', () => {
  let stage: JobStage;
  let searches: SearchClient;

  beforeAll(async () => {
    stage = await sharedStage();
    searches = new SearchClient(stage);
    await stage.runWorkers(2);
  });

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

  describe('its verification', () => {
    const GRID = { param_grid: { fast: [5, 20], slow: [60, 180] }, end_date: '2010-12-31' };
    const verifications = () =>
      stage.query<{ id: number }>(`select id from parameter_searches where kind = 'verification'`);
    afterEach(() => stage.store(SPX, readSample()));

    it('finds the same to the last byte, once for all requests at the same time', async () => {
      const { id, fingerprint, best } = await sweep(GRID);
      const path = `/backtesting/sweep/${id}/verify`;
      expect((await searches.request('GET', path)).status).toBe(404);
      const expected = identicalVerification({ id, metrics: best, fingerprint });
      const all = await Promise.all([searches.verify('sweep', id), searches.verify('sweep', id)]);
      expect(all).toEqual([expected, expected]);
      expect(JSON.parse((await searches.request('GET', path)).text)).toEqual(expected);
      const [verification, ...others] = await verifications();
      expect(others).toEqual([]);
      expect((await searches.request('GET', `/backtesting/sweep/${verification.id}`)).status).toBe(404);
      expect((await searches.request('GET', `/backtesting/walk-forward/${id}/verify`)).status).toBe(404);
      expect((await searches.request('DELETE', `/backtesting/sweep/${id}`)).status).toBe(204);
      expect(await verifications()).toEqual([]);
    });

    it('names candles that changed, and the results that follow; the sweep says that they were corrected', async () => {
      const { id } = await sweep(GRID);
      await correctCandle(stage, '2005-06-01');
      expect(await searches.verify('sweep', id)).toMatchObject({
        identical: false,
        changed: ['candles', 'results'],
        detail: null,
        metrics: { parameters: expect.anything() },
      });
      expect(await searches.read('sweep', id)).toMatchObject(ONE_CORRECTED);
    });

    it('names funding that was corrected, and not one that is only stamped otherwise', async () => {
      await stage.query(
        `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
         select 'us', 'SPX', day, 0.0001
         from generate_series('2005-01-03T16:00:00.017Z'::timestamptz, '2005-12-30T16:00:00.017Z', '1 day') day`,
      );
      try {
        const { id, fingerprint } = await sweep(GRID);
        expect(fingerprint).toMatchObject({ funding_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
        await stage.query(`update funding_rates set funding_time = date_trunc('second', funding_time)`);
        expect(await searches.verify('sweep', id)).toMatchObject({ identical: true, changed: [] });
        await stage.query(`update funding_rates set funding_rate = 0.0002`);
        expect(await searches.verify('sweep', id)).toMatchObject({
          identical: false,
          changed: ['funding', 'results'],
          detail: null,
        });
      } finally {
        await stage.query('truncate funding_rates');
      }
    });

    it('notices a digit of a result, and says why it would fail now', async () => {
      const { id } = await sweep(GRID);
      await stage.query(
        `update parameter_searches set result = jsonb_set(result, '{rows,1,trades}', '7') where id = $1`,
        [id],
      );
      expect(await searches.verify('sweep', id)).toMatchObject({ identical: false, changed: ['results'] });
      await stage.query(`update parameter_searches set strategy_name = 'moon_phase' where id = $1`, [id]);
      expect(await searches.verify('sweep', id)).toMatchObject({
        identical: false,
        changed: ['results'],
        metrics: null,
        fingerprint: null,
        detail: expect.stringMatching(/^the run would fail now: unknown strategy "moon_phase"/),
      });
    });

    it('refuses one that is not completed', async () => {
      const { id } = await sweep({ strategy_name: 'moon_phase' });
      for (const method of ['POST', 'GET']) {
        const { status, text } = await searches.request(method, `/backtesting/sweep/${id}/verify`);
        expect([status, text]).toEqual([
          409,
          expect.stringContaining(`Sweep ${id} is failed: only a completed one can be verified`),
        ]);
      }
    });
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

  it('is reported as an event when it has finished, and its verification is not', async () => {
    const reported = await stage.query<{ id: number }>(
      `select (content -> 0 ->> 'id')::integer as id from events
       where kind in ('sweep.finished', 'walk-forward.finished') order by id`,
    );
    const searches = await stage.query<{ id: number; kind: string }>(
      `select id, kind from parameter_searches where status in ('completed', 'failed') order by id`,
    );
    expect(new Set(searches.map(({ kind }) => kind))).toContain('verification');
    const sweeps = searches.filter(({ kind }) => kind === 'sweep').map(({ id }) => ({ id }));
    expect(reported.filter(({ id }) => searches.some((search) => search.id === id))).toEqual(sweeps);
  });
});
