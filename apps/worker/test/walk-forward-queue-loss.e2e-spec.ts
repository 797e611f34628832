import { DisturbedSearch } from './support/disturbed-search';
import { eventually } from './support/within';

jest.setTimeout(120_000);

describe('a walk-forward run whose jobs are lost', () => {
  let scene: DisturbedSearch;

  beforeAll(async () => {
    scene = await DisturbedSearch.open();
  });
  beforeEach(() => scene.stopWorkers());
  afterAll(() => scene.close());

  it('is put before the workers again when the queue is emptied in the middle', async () => {
    const [worker] = await scene.startWorkers(2);
    const id = await scene.submit();
    await scene.untilInTheMiddle(id);
    await scene.queue.flush(scene.stage);
    await scene.stage.ageJobs();
    await scene.expectUndisturbed(id);
    const chunks = await scene.stage.query<{ run: number }>(
      `select run from job_runs where job = 'parameter-search-chunk' and split_part(subject, ':', 1) = $1`,
      [String(id)],
    );
    expect(Math.max(...chunks.map(({ run }) => run))).toBeGreaterThanOrEqual(2);
    expect(scene.workers.map(({ output }) => output).join()).toContain('The queue lost a job');
    expect(await worker.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is put before the workers again when the queue is emptied before it is planned', async () => {
    const id = await scene.submit();
    await eventually(
      'the queue has the job',
      () => scene.stage.query('select id from job_outbox'),
      ({ length }) => length === 0,
    );
    await scene.queue.flush(scene.stage);
    await scene.stage.ageJobs();
    await scene.startWorkers(1);
    await scene.expectUndisturbed(id);
  });

  it('is queued again when the queue is emptied after it was planned', async () => {
    const id = await scene.leavePlannedOnly();
    await scene.stage.ageJobs();
    await scene.startWorkers(2);
    await scene.expectUndisturbed(id);
    // A job that a queue lost has lost no worker.
    expect(await scene.lossesOf(id)).toEqual({ search: 0, chunks: 0 });
  });

  it('fails when one of its chunks has lost 25 workers', async () => {
    const id = await scene.leavePlannedOnly();
    await scene.stage.query(
      `update job_runs set status = 'running', losses = 24, token = gen_random_uuid(), heartbeat_at = now() - interval '10 minutes'
       where job = 'parameter-search-chunk' and subject = $1 || ':5'`,
      [String(id)],
    );
    await scene.stage.ageJobs();
    await scene.startWorkers(1);
    expect(await scene.searches.untilOver('walk-forward', id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('lost its workers 25 times'),
    });
  });
});
