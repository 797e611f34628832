import { JOB_NAMES } from '#messaging/jobs';
import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import type { LosableQueue } from '../support/losable-queue';
import { sharedQueue, sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

describe('a queue that is lost', () => {
  let queue: LosableQueue;
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
    queue = await sharedQueue();
  });

  async function submit(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      ids.push(await stage.api.submit({ ...SMA_CROSS, parameters: { fast: 1, slow: 2 + (index % 5) } }));
    }
    return ids;
  }

  function expectDoneOnce(ids: readonly number[]): void {
    for (const id of ids) {
      expect({
        id,
        reports: stage.audit.count(id, 'report'),
        completed: stage.audit.count(id, 'completed'),
      }).toEqual({
        id,
        reports: 1,
        completed: 1,
      });
      expect(stage.audit.count(id, 'failed')).toBe(0);
    }
  }

  it('gets its waiting jobs back when it was emptied', async () => {
    await stage.runWorkers(0);
    const ids = await submit(8);
    await stage.untilQueued();
    await queue.flush(stage);
    await stage.ageJobs();
    const [worker] = await stage.runWorkers(1);
    await stage.audit.untilAll(ids, 'completed');
    expectDoneOnce(ids);
    // Each was queued once more, and none of them was held against it.
    expect(await stage.query('select distinct run, losses from job_runs')).toEqual([{ run: 2, losses: 0 }]);
    expect(worker.output).toContain('The queue lost a job');
  });

  it('gets its jobs back when it was emptied while workers were busy', async () => {
    await stage.runWorkers(2);
    const seen = stage.audit.events.length;
    const ids = await submit(24);
    await stage.audit.until('some are done', (events) =>
      events.slice(seen).some(({ to }) => to === 'completed'),
    );
    await queue.flush(stage);
    await stage.untilQueued();
    await stage.ageJobs();
    await stage.audit.untilAll(ids, 'completed');
    expectDoneOnce(ids);
  });

  it('loses nothing when it breaks down under load, and takes what was submitted meanwhile', async () => {
    const [worker] = await stage.runWorkers(1);
    const seen = stage.audit.events.length;
    const ids = await submit(20);
    await stage.audit.until('some are done', (events) =>
      events.slice(seen).some(({ to }) => to === 'completed'),
    );
    await eventually(
      'a worker has few connections to the queue',
      () =>
        stage.query(
          `select from pg_stat_activity where datname = current_database() and application_name = any($1)`,
          [[...JOB_NAMES, 'candelabra-worker queue']],
        ),
      ({ length }) => length <= 5,
    );
    await queue.interrupt(stage, async () => {
      ids.push(...(await submit(5)));
    });
    await stage.untilQueued();
    await stage.ageJobs();
    await stage.audit.untilAll(ids, 'completed', { seconds: 40 });
    expectDoneOnce(ids);
    await worker.printed(/Queue connection of the consumers works again/);
  });

  it('does not keep a worker from stopping', async () => {
    const [worker] = await stage.runWorkers(1);
    await queue.interrupt(stage, async () => {
      await stage.api.submit(SMA_CROSS);
      worker.signal('SIGTERM');
      expect(await worker.exited).toEqual({ code: 0, signal: null });
    });
  });
});
