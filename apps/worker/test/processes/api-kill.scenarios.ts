import { SMA_CROSS } from '../support/api-client';
import { findFreePort } from '../support/free-port';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';

describe('an API that is killed between its commit and the queue', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
  });

  /** Keeps the API's jobs from the queue, for good; submissions are accepted all the same. */
  async function startApiWithoutQueue(): Promise<() => Promise<void>> {
    if (stage.redisUrl) {
      await stage.apiProcess.kill();
      await stage.startApi({ REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` });
      return () => Promise.resolve();
    }
    const unlock = await stage.lockTable('bullmq.job');
    return async () => {
      // What the API had already sent must not reach the queue after its end.
      await stage.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
         where datname = current_database() and application_name = 'candelabra-api queue' and state = 'active'`,
      );
      await unlock();
    };
  }

  it('leaves the job to the relay of a worker, which adds it once', async () => {
    await stage.runWorkers(0);
    const releaseQueue = await startApiWithoutQueue();
    const ids = [
      await stage.api.submit(SMA_CROSS),
      await stage.api.submit({ ...SMA_CROSS, symbol: 'DELETED' }),
    ];
    await stage.apiProcess.kill();
    await releaseQueue();
    expect(await stage.jobs('backtest')).toMatchObject([
      { status: 'pending', run: 1, losses: 0 },
      { status: 'pending', run: 1, losses: 0 },
    ]);
    expect(await stage.query('select job, subject, run from job_outbox order by id')).toEqual(
      ids.map((id) => ({ job: 'backtest', subject: String(id), run: 1 })),
    );

    await stage.runWorkers(2);
    await stage.audit.untilStatus(ids[0], 'completed');
    await stage.audit.untilStatus(ids[1], 'failed');
    await stage.untilQueued();
    for (const id of ids) expect(stage.audit.count(id, 'running')).toBe(1);
    expect(stage.audit.count(ids[0], 'report')).toBe(1);
    expect(await stage.jobs('backtest')).toMatchObject([
      { run: 1, losses: 0 },
      { run: 1, losses: 0 },
    ]);
  });

  it('leaves neither the run nor the key of a request that it was killed in', async () => {
    await stage.startApi();
    const before = (await stage.jobs('backtest')).length;
    // The key is written after the run, in the same transaction.
    const unlock = await stage.lockTable('idempotency_keys', 'share');
    const broken = expect(stage.api.submit(SMA_CROSS, 'killed')).rejects.toThrow(/fetch failed/);
    await stage.untilWaiting('api', 1);
    await stage.apiProcess.kill();
    await broken;
    await unlock();
    await stage.startApi();
    const id = await stage.api.submit(SMA_CROSS, 'killed');
    expect(await stage.jobs('backtest')).toHaveLength(before + 1);

    // After the commit both are there, whichever process is requested.
    await stage.apiProcess.kill();
    await stage.startApi();
    expect(await stage.api.submit(SMA_CROSS, 'killed')).toBe(id);
    expect(await stage.jobs('backtest')).toHaveLength(before + 1);
    expect(await stage.query('select count(*)::integer as count from backtests')).toEqual([
      { count: before + 1 },
    ]);
  });
});
