import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';
import { onThisMachine } from '../../../../test/on-this-machine';

const STOP_LIMIT_SECONDS = 10;

describe('a worker that is stopped by a signal', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
  });

  async function losses(ids: readonly number[]): Promise<number> {
    return (await stage.jobs('backtest', ids)).reduce((sum, run) => sum + run.losses, 0);
  }

  async function submit(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      ids.push(await stage.api.submit({ ...SMA_CROSS, parameters: { fast: 1, slow: 2 + (index % 3) } }));
    }
    return ids;
  }

  it('finishes the runs that it has begun, and begins no more', async () => {
    const [worker] = await stage.runWorkers(1);
    // Nobody can write a result yet.
    const unlock = await stage.lockTable('backtest_reports');
    const ids = await submit(20);
    await stage.audit.until('some runs are under way', (events) => events.some(({ to }) => to === 'running'));
    worker.signal('SIGTERM');
    await worker.printed(/Shutting down/);
    await unlock();
    expect(await worker.exited).toEqual({ code: 0, signal: null });

    const states = await stage.query<{ status: string; run: number }>(
      `select distinct status, run from job_runs where job = 'backtest' order by status`,
    );
    expect(states).toEqual([
      { status: 'completed', run: 1 },
      { status: 'pending', run: 1 },
    ]);
    await stage.runWorkers(1);
    await stage.audit.untilAll(ids, 'completed');
    expect(await losses(ids)).toBe(0);
    for (const id of ids)
      expect([stage.audit.count(id, 'running'), stage.audit.count(id, 'report')]).toEqual([1, 1]);
  });

  it('hands back a run that it cannot finish in time, which counts as no loss', async () => {
    const [worker] = await stage.runWorkers(1);
    const unlock = await stage.holdCandles();
    const ids = await submit(3);
    await stage.audit.until(
      'as many runs as it does at once',
      () => ids.filter((id) => stage.audit.count(id, 'running') > 0).length === 2,
    );
    const stoppedAt = performance.now();
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect((performance.now() - stoppedAt) / 1000).toBeLessThan(onThisMachine(STOP_LIMIT_SECONDS));
    const left = await stage.jobs('backtest', ids);
    expect(left).toMatchObject(ids.map(() => ({ status: 'pending', losses: 0, token: null })));
    expect(left.map(({ run }) => run).sort()).toEqual([1, 2, 2]);

    await unlock();
    await stage.runWorkers(1);
    await stage.audit.untilAll(ids, 'completed');
    expect(await losses(ids)).toBe(0);
    for (const id of ids) expect(stage.audit.count(id, 'report')).toBe(1);
  });

  it('leaves as readily when it has nothing to do', async () => {
    const [worker] = await stage.runWorkers(1);
    const stoppedAt = performance.now();
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect((performance.now() - stoppedAt) / 1000).toBeLessThan(onThisMachine(STOP_LIMIT_SECONDS));
  });

  it('cuts off maintenance that waits for a lock', async () => {
    const [worker] = await stage.runWorkers(1);
    const unlock = await stage.lockTable('series');
    await stage.untilWaiting('worker', 1);
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    await unlock();
  });
});
