import { JWT_SECRET, SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import { SearchClient } from '../support/search-client';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { submitAs } from '../support/submit-as';
import { eventually } from '../support/within';

describe('what a worker reports of itself', () => {
  let stage: JobStage;
  let slowWorker: ServiceProcess | undefined;

  beforeAll(async () => {
    stage = await sharedStage();
  });

  /** Of everything one at a time. */
  async function runSlowWorker(): Promise<ServiceProcess> {
    await stage.runWorkers(0);
    if (!slowWorker?.isRunning) slowWorker = await stage.startWorker({ WORKER_CONCURRENCY: '1' });
    return slowWorker;
  }

  it('measures how long jobs waited and took, by outcome', async () => {
    await stage.runWorkers(0);
    const [good, bad] = [
      await stage.api.submit(SMA_CROSS),
      await stage.api.submit({ ...SMA_CROSS, interval: '1h' }),
    ];
    const [worker] = await stage.runWorkers(1);
    await stage.audit.untilStatus(good, 'completed');
    await stage.audit.untilStatus(bad, 'failed');
    const count = (outcome: string) =>
      readMetric(worker, `job_duration_seconds_count{job="backtest",outcome="${outcome}"}`);
    expect(
      await eventually(
        'both are measured',
        async () => [await count('completed'), await count('refused')],
        ([a, b]) => a + b === 2,
      ),
    ).toEqual([1, 1]);
    expect(await readMetric(worker, 'job_wait_seconds_count{job="backtest"}')).toBe(2);
    // Both were queued before the worker was there, and waited for its start.
    expect(await readMetric(worker, 'job_wait_seconds_bucket{le="0.1",job="backtest"}')).toBe(0);
    expect(await readMetric(worker, 'job_wait_seconds_sum{job="backtest"}')).toBeLessThan(60);
  });

  it('reports jobs that wait, also without a worker, and names in its log the requests that submitted them', async () => {
    await stage.runWorkers(0);
    const waiting = 'job_queue_jobs{job="backtest",state="waiting"}';
    const seen = stage.audit.events.length;
    const ids: number[] = [];
    for (let index = 0; index < 6; index++) ids.push(await submitAs(stage, 'ada', index));
    const other = await submitAs(stage, 'grace', 0);
    await eventually(
      'the API reports them',
      () => readMetric(stage.apiProcess, waiting),
      (count) => count === 7,
    );
    expect(await readMetric(stage.apiProcess, 'job_oldest_pending_seconds{job="backtest"}')).toBeGreaterThan(
      0,
    );
    await stage.untilQueued();

    const worker = await runSlowWorker();
    await stage.audit.untilAll([...ids, other], 'completed');
    // The first of each subject before the second of anybody.
    const begun = stage.audit.events.slice(seen).filter(({ to }) => to === 'running');
    expect(begun.findIndex(({ id }) => id === other)).toBeLessThanOrEqual(1);
    await worker.printed(
      new RegExp(`"request_id":"grace-0",.*"subject":"${other}","run":1,"outcome":"completed"`),
    );
    await eventually(
      'none waits',
      () => readMetric(worker, waiting),
      (count) => count === 0,
    );
    expect(await readMetric(worker, 'worker_concurrency{job="backtest"}')).toBe(1);
  });

  it('reports what maintenance did, and what it depends on', async () => {
    const worker = await runSlowWorker();
    const last = (task: string) =>
      readMetric(worker, `maintenance_last_success_timestamp_seconds{task="${task}"}`);
    const startedAt = await readMetric(worker, 'process_start_time_seconds');
    await eventually(
      'the sweep has run',
      () => last('job_sweep'),
      (time) => time >= startedAt,
    );
    expect(await readMetric(worker, 'maintenance_failures_total{task="job_sweep"}')).toBe(0);
    expect(await readMetric(worker, 'ready{dependency="queue"}')).toBe(1);
    expect(await readMetric(worker, 'db_pool_wait_seconds_count')).toBeGreaterThan(0);
  });

  it('computes the walk-forward run of one subject before all but the first of a hundred sweeps of others', async () => {
    // It plans the first of them until the last is submitted.
    const worker = await runSlowWorker();
    const goOn = await stage.holdCandles();
    const [ada, bob, grace] = ['ada', 'bob', 'grace'].map((subject) => new SearchClient(stage, subject));
    // Two hundred combinations each.
    const grid = {
      param_grid: { fast: { min: 1, max: 10, step: 1 }, slow: { min: 101, max: 120, step: 1 } },
    };
    const sweeps = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? ada : bob).sweep(grid)),
    );
    const another = await ada.request('POST', '/backtesting/sweep', { body: { ...SMA_CROSS, ...grid } });
    expect([another.status, another.text]).toEqual([429, expect.stringContaining('50 searches')]);
    const { id } = await grace.walkForward(
      { param_grid: { fast: [5, 10], slow: [50] }, n_splits: 2 },
      'wait=0',
    );
    await stage.untilQueued();

    await goOn();
    expect(await grace.untilOver('walk-forward', id)).toMatchObject({ status: 'completed' });
    await worker.kill();
    const before = await stage.query<{ status: string }>(
      `select status from parameter_searches
       where id = any($1) and finished_at < (select finished_at from parameter_searches where id = $2)`,
      [sweeps.map((sweep) => sweep.id), id],
    );
    // The first one of each subject is as early as it.
    expect(before.length).toBeLessThanOrEqual(2);
    await stage.query('truncate parameter_searches cascade');
    await stage.query(`delete from job_runs where job like 'parameter-search%'`);
  });

  it('counts outcomes of jobs from 0, and measures how long its event loop is blocked, as the API does', async () => {
    const [worker] = await stage.runWorkers(1);
    const metrics = await (await fetch(`${worker.metricsUrl}/metrics`)).text();
    for (const outcome of ['completed', 'refused', 'failed']) {
      expect(metrics).toContain(`job_duration_seconds_count{job="gap-repair",outcome="${outcome}"} 0\n`);
    }
    for (const process of [worker, stage.apiProcess]) {
      expect(await readMetric(process, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0);
      expect(await readMetric(process, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    }
  });

  it('counts the jobs of a worker that was lost as stalled', async () => {
    const [lost] = await stage.runWorkers(1);
    const unlock = await stage.lockTable('backtest_reports');
    const id = await stage.api.submit(SMA_CROSS);
    await stage.audit.untilStatus(id, 'running');
    await lost.kill();
    await unlock();
    const [next] = await stage.runWorkers(1);
    await eventually(
      'one job has stalled',
      () => readMetric(next, 'job_stalled_total{job="backtest"}'),
      (stalled) => stalled === 1,
    );
    await stage.audit.untilStatus(id, 'completed');
  });

  it('ends at its start where a variable is wrong, as the API does, and names it', async () => {
    const takenPort = new URL(stage.apiProcess.metricsUrl).port;
    const noDatabase = 'postgres://127.0.0.1:1/none';
    const wrong = [
      [
        await stage.spawn('worker', { CANDLE_FEED: 'binnace:BTC/USDT:1m' }),
        'CANDLE_FEED: the exchange of binnace:BTC/USDT:1m is not known: did you mean binance?',
      ],
      [
        await stage.startAnotherApi({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(31) }),
        'NODE_ENV=production refuses it',
      ],
      [
        await stage.startAnotherApi({ METRICS_PORT: takenPort }),
        `Port ${takenPort} is taken: set METRICS_PORT`,
      ],
      [
        await stage.startAnotherApi({ PORT: takenPort }),
        `Port ${takenPort} is taken: set PORT to a free one, or to 0 for any`,
      ],
      [
        await stage.startAnotherApi({ JWT_SECRET: '', JWT_SECERT: JWT_SECRET }),
        'JWT_SECERT is no variable of this service; did you mean JWT_SECRET?',
      ],
      [
        await stage.startAnotherApi({ JWT_SECRET: '', DATABASE_URL: noDatabase }),
        'No key for tokens is configured: set JWT_SECRET, JWT_JWKS_URI or JWT_JWKS_FILE',
      ],
    ] as const;
    for (const [process, reason] of wrong) {
      expect(await process.exited).toEqual({ code: 1, signal: null });
      expect(process.output).toContain(reason);
    }
  });
});
