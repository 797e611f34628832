import { CHUNKS, DisturbedSearch } from '../support/disturbed-search';
import { eventually } from '../support/within';
import { onThisMachine } from '../../../../test/on-this-machine';

const STOP_LIMIT_SECONDS = 10;

let scene: DisturbedSearch;

beforeAll(async () => {
  scene = await DisturbedSearch.open();
});
afterEach(() => scene.goOn());
afterAll(() => scene.close());

describe('a walk-forward run whose jobs are lost', () => {
  it('is put before the workers again when the queue is emptied in the middle', async () => {
    const [worker] = await scene.runWorkers(2);
    const id = await scene.submitUntilMiddle();
    await scene.queue.flush(scene.stage);
    await scene.stage.ageJobs();
    await scene.goOn();
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
    await scene.runWorkers(0);
    const id = await scene.submit();
    await scene.stage.untilQueued();
    await scene.queue.flush(scene.stage);
    await scene.stage.ageJobs();
    await scene.runWorkers(1);
    await scene.expectUndisturbed(id);
  });

  it('is queued again when the queue is emptied after it was planned', async () => {
    const id = await scene.leavePlannedOnly();
    await scene.stage.ageJobs();
    await scene.runWorkers(1);
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
    await scene.runWorkers(1);
    expect(await scene.searches.untilOver('walk-forward', id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('lost its workers 25 times'),
    });
  });
});

// The last of these leave candles that a run before them has not seen.
describe('a walk-forward run that loses workers, candles or its row', () => {
  it('answers the same bytes when one of two workers is killed with -9', async () => {
    const [killed] = await scene.runWorkers(2);
    const id = await scene.submitUntilMiddle();
    // Frozen first: the chunks that fall silent are surely its own.
    killed.signal('SIGSTOP');
    await scene.untilChunks('the worker holds chunks and is silent', id, ({ silent }) => silent > 0);
    await killed.kill();
    await scene.goOn();
    await scene.expectUndisturbed(id);
    const losses = await scene.lossesOf(id);
    expect(losses.chunks).toBeGreaterThanOrEqual(1);
    expect(losses.search).toBe(0);
  });

  it('loses nothing to workers that stop in good order', async () => {
    const [first] = await scene.runWorkers(1);
    const id = await scene.submitUntilMiddle();
    first.signal('SIGTERM');
    await first.printed(/Shutting down/);
    await scene.goOn();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    const { done } = await scene.countChunks(id);
    expect(done).toBeLessThan(CHUNKS);

    // The second has no candles yet, and waits for them until it must hand its chunks back.
    const unlock = await scene.stage.lockTable('candlesticks');
    const [second] = await scene.runWorkers(1);
    await scene.untilChunks('it holds chunks', id, ({ held }) => held === 2);
    const stoppedAt = performance.now();
    second.signal('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect((performance.now() - stoppedAt) / 1000).toBeLessThan(onThisMachine(STOP_LIMIT_SECONDS));
    expect(await scene.countChunks(id)).toEqual({ done, held: 0, silent: 0, losses: 0 });

    await unlock();
    await scene.runWorkers(1);
    await scene.expectUndisturbed(id);
    expect(await scene.lossesOf(id)).toEqual({ search: 0, chunks: 0 });
  });

  it('is planned by the next worker when the planner stops in good order', async () => {
    const [first] = await scene.runWorkers(1);
    const unlock = await scene.stage.holdCandles();
    const id = await scene.submit();
    await eventually(
      'the planner runs',
      () => scene.stage.jobs('parameter-search', [id]),
      ([{ status }]) => status === 'running',
    );
    await scene.stage.untilWaiting('worker', 1);
    first.signal('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    await unlock();
    await scene.runWorkers(1);
    await scene.expectUndisturbed(id);
    expect(await scene.stage.jobs('parameter-search', [id])).toMatchObject([{ run: 2, losses: 0 }]);
  });

  it('fails with the reason when its candles change in the middle', async () => {
    await scene.runWorkers(1);
    const id = await scene.submitUntilMiddle();
    const candle = {
      open_time: '2010-01-04T00:00:00Z',
      open: '1116',
      high: '1134',
      low: '1116',
      close: '1130',
    };
    const { status } = await scene.searches.request('POST', '/market-data/candlesticks', {
      body: { exchange: 'us', symbol: 'SPX', interval: '1d', volume: '1', ...candle },
    });
    expect(status).toBe(201);
    await scene.goOn();
    expect(await scene.searches.untilOver('walk-forward', id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('the candles of the range changed while the search ran'),
    });
  });

  it('fails with the reason when its funding rates change in the middle', async () => {
    await scene.runWorkers(1);
    const id = await scene.submitUntilMiddle();
    await scene.stage.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       values ('us', 'SPX', '2010-01-04T16:00:00Z', 0.0001)`,
    );
    await scene.goOn();
    const search = await scene.searches.untilOver('walk-forward', id);
    await scene.stage.query('delete from funding_rates');
    expect(search).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('the funding rates of the range changed while the search ran'),
    });
  });

  it('keeps no rows when it is deleted in the middle, and the workers go on', async () => {
    await scene.runWorkers(1);
    const id = await scene.submitUntilMiddle();
    // What holds a chunk may still compute it, and would not be in the way.
    await scene.stage.untilWaiting('worker', 1);
    const deleted = scene.searches.request('DELETE', `/backtesting/walk-forward/${id}`);
    // For what the workers are about to store.
    await scene.stage.untilWaiting('api', 1);
    await scene.goOn();
    expect((await deleted).status).toBe(204);
    const next = await scene.searches.walkForward({ param_grid: { fast: [10], slow: [30, 60] } });
    expect(next).toMatchObject({ status: 'completed' });
    expect((await scene.searches.request('GET', `/backtesting/walk-forward/${id}`)).status).toBe(404);
    expect(
      await scene.stage.query(
        `select (select count(*) from parameter_searches where id = $1)::integer as searches,
           (select count(*) from parameter_search_chunks where search_id = $1)::integer as chunks,
           (select count(*) from job_outbox)::integer as outbox`,
        [id],
      ),
    ).toEqual([{ searches: 0, chunks: 0, outbox: 0 }]);
  });
});
