import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

describe('a run that loses its worker', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
  });

  /** A run as a dead worker leaves it. */
  async function leave(losses: number, heartbeat = "now() - interval '10 minutes'"): Promise<number> {
    const [{ id }] = await stage.query<{ id: number }>(
      `with backtest as (
         insert into backtests (strategy_name, symbol, interval, exchange, start_date, end_date, status, started_at)
         values ('sma_cross', 'SPX', '1d', 'us', '2000-01-03', '2020-04-17', 'running', now() - interval '11 minutes')
         returning id)
       insert into job_runs (job, subject, status, run, losses, token, heartbeat_at, started_at)
       select 'backtest', id, 'running', $1 + 1, $1, gen_random_uuid(), ${heartbeat},
         now() - interval '11 minutes'
       from backtest returning subject::integer as id`,
      [losses],
    );
    return id;
  }

  it('is queued again, until it has lost 25 of them', async () => {
    const [fresh, unlucky, hopeless] = [await leave(0), await leave(23), await leave(24)];
    await stage.runWorkers(1);
    await stage.audit.untilAll([fresh, unlucky], 'completed');
    await stage.audit.untilStatus(hopeless, 'failed');

    expect((await stage.api.report(fresh)).timings).toMatchObject({ losses: 1 });
    expect((await stage.api.report(unlucky)).timings).toMatchObject({ losses: 24 });
    expect(await stage.api.report(hopeless)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('lost its worker 25 times'),
      timings: { losses: 25 },
    });
    expect(stage.audit.count(hopeless, 'running')).toBe(1);
  });

  it('is left alone where a client took it over', async () => {
    await stage.runWorkers(1);
    // Until the client has it, it is not silent.
    const id = await leave(0, "now() + interval '1 hour'");
    await stage.api.request('PATCH', `/${id}`, { total_return: 0.5 });
    const other = await leave(0);
    await stage.audit.untilStatus(other, 'completed');
    expect(await stage.jobs('backtest', [id])).toMatchObject([{ status: 'cancelled', run: 1, losses: 0 }]);
    expect(await stage.api.status(id)).toBe('running');
  });

  it('counts an error that nobody expected as a loss, and succeeds when the cause is removed', async () => {
    const [worker] = await stage.runWorkers(1);
    await stage.query('alter table backtest_reports rename to out_of_order');
    const id = await stage.api.submit(SMA_CROSS);
    await stage.audit.until('the first loss', (events) =>
      events.some((event) => event.id === id && event.losses === 1),
    );
    await stage.query('alter table out_of_order rename to backtest_reports');
    await stage.audit.untilStatus(id, 'completed');
    expect(await stage.api.report(id)).toMatchObject({ status: 'completed', detail: null });
    expect(worker.output).toContain('A job failed unexpectedly');
  });

  it('is over, and not counted as lost, where its record was deleted', async () => {
    await stage.runWorkers(1);
    const goOn = await stage.occupyWorker();
    const id = await stage.api.submit(SMA_CROSS);
    // Alone: as the API deletes it, the run ends with it.
    await stage.query('delete from backtests where id = $1', [id]);
    await goOn();
    const [job] = await eventually(
      'the run is over',
      () => stage.jobs('backtest', [id]),
      ([{ status, losses }]) => status === 'completed' || losses > 0,
    );
    expect(job).toMatchObject({ status: 'completed', run: 1, losses: 0 });
  });

  it('is not written by a worker that was only frozen, once another has it', async () => {
    const [frozen] = await stage.runWorkers(1);
    const unlock = await stage.holdCandles();
    const id = await stage.api.submit(SMA_CROSS);
    await stage.audit.untilStatus(id, 'running');
    frozen.signal('SIGSTOP');
    const other = await stage.startWorker();
    await stage.audit.until('the other worker has the run', () => stage.audit.count(id, 'running') === 2);
    // Now the other one is frozen, so that the first is alone with the run that it has lost.
    other.signal('SIGSTOP');
    frozen.signal('SIGCONT');
    await unlock();
    const outcomes = (worker: ServiceProcess, outcome: string) => () =>
      readMetric(worker, `job_duration_seconds_count{job="backtest",outcome="${outcome}"}`);
    await eventually('the first worker drops it', outcomes(frozen, 'dropped'), (count) => count >= 1);
    expect([stage.audit.count(id, 'completed'), stage.audit.count(id, 'report')]).toEqual([0, 0]);

    other.signal('SIGCONT');
    await stage.audit.untilStatus(id, 'completed');
    expect([stage.audit.count(id, 'completed'), stage.audit.count(id, 'report')]).toEqual([1, 1]);
  });
});
