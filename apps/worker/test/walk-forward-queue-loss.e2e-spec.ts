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
    await scene.age(id);
    await scene.expectUndisturbed(id);
    const [{ run }] = await scene.stage.query<{ run: number }>(
      'select run from parameter_searches where id = $1',
      [id],
    );
    expect(run).toBeGreaterThanOrEqual(2);
    expect(scene.workers.map(({ output }) => output).join()).toContain('The queue lost a search');
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
    await scene.age(id);
    await scene.startWorkers(1);
    await scene.expectUndisturbed(id);
  });

  it('is queued when its planner stopped before it could', async () => {
    const id = await scene.leavePlannedOnly();
    await scene.age(id);
    await scene.startWorkers(2);
    await scene.expectUndisturbed(id);
    expect(await scene.lossesOf(id)).toEqual({ search: 1, chunks: 0 });
  });

  it('fails when one of its chunks has lost 25 workers', async () => {
    const id = await scene.leavePlannedOnly();
    await scene.stage.query(
      `update parameter_search_chunks set losses = 24, run_token = gen_random_uuid(), heartbeat_at = now() - interval '10 minutes'
       where search_id = $1 and position = 5`,
      [id],
    );
    await scene.age(id);
    await scene.startWorkers(1);
    expect(await scene.searches.untilOver('walk-forward', id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('lost its workers 25 times'),
    });
  });
});
