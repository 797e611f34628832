import { migrate } from '#domain/database/migrate';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { createEmptyDatabase } from '../../../../test/test-database';
import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import { readReady, untilReady, untilUnready } from '../support/readiness';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

describe('what a worker reports of itself', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
  });

  it('says that migrations are pending or the queue has no tables, and works as soon as they are done', async () => {
    const database = await createEmptyDatabase();
    const environment = { DATABASE_URL: database.url, REDIS_URL: '' };
    const [worker, stopped, api] = await Promise.all([
      stage.spawn('worker', environment),
      stage.spawn('worker', environment),
      stage.startAnotherApi(environment),
    ]);
    try {
      for (const process of [worker, api]) {
        await untilUnready(process, 'Migrations are pending: run `npm run migrate`');
      }
      await worker.printed(/Migrations are pending/);
      expect(worker.output).not.toContain('Worker is ready for jobs');

      await migrate(database.url);
      await worker.printed(/Queue connection of the consumers failed; it is tried again/);
      await untilUnready(worker, 'The queue is not reachable');
      // Nor does a queue that cannot be opened keep a worker from stopping.
      await stopped.printed(/Queue connection of the consumers failed; it is tried again/);
      stopped.signal('SIGTERM');
      expect(await stopped.exited).toEqual({ code: 0, signal: null });

      const [, url] = await api.printed(/"url":"([^"]+)"/);
      await untilReady(api);
      await stage.apiAt(url).submit(SMA_CROSS);
      await migrateQueueSchema(database.url);
      await untilReady(worker);
      await eventually(
        'the job is taken',
        () => readMetric(worker, 'job_duration_seconds_count{job="backtest",outcome="refused"}'),
        (count) => count === 1,
      );
      await worker.printed(/Queue connection of the consumers works again/);
    } finally {
      await Promise.all([worker, stopped, api].map((process) => process.kill()));
      await database.drop();
    }
  });

  it('stops where a newer version says that it must not run, takes no job, and lets the API answer 503 only', async () => {
    await stage.runWorkers(0);
    const worker = await stage.startWorker({ WORKER_CONCURRENCY: '1' });
    const unlock = await stage.lockTable('backtest_reports');
    const begun = await stage.api.submit(SMA_CROSS);
    await stage.audit.untilStatus(begun, 'running');
    // Not before: two jobs that are added at once may be taken in any order.
    const waiting = await stage.api.submit(SMA_CROSS);
    await stage.query(
      `insert into breaking_migrations values ('DropVolumes9000000000000', 'candles have no volume any more')`,
    );
    const refusal =
      'The schema is too new for this version: DropVolumes9000000000000 (candles have no volume any more)';
    await worker.printed(/No more jobs are taken/);
    for (const process of [worker, stage.apiProcess]) {
      expect(await readReady(process)).toMatchObject({ status: 503, detail: refusal });
    }
    const candle = { exchange: 'x', symbol: 'X', interval: '1d', open_time: '2024-01-01T00:00:00Z' };
    const prices = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
    const post = () => stage.api.marketData('POST', '/candlesticks', { ...candle, ...prices });
    // It closes the connections that it had, perhaps under the request.
    const posted = await eventually(
      'it answers on a new connection',
      () => post().catch(() => ({ status: 0, text: '{}' })),
      ({ status }) => status !== 0,
    );
    expect([posted.status, JSON.parse(posted.text)]).toMatchObject([503, { detail: refusal }]);
    await unlock();

    // Another worker of this version does not even begin.
    const late = await stage.spawn('worker');
    await late.printed(/The schema is too new for this version/);
    const [{ status }] = await stage.query<{ status: string }>('select status from backtests where id = $1', [
      waiting,
    ]);
    expect(status).toBe('pending');
    expect(late.output).not.toContain('Worker is ready for jobs');

    // The newer version went back: the waiting one begins, the one that had stopped ends to be started anew.
    await stage.query('delete from breaking_migrations');
    await stage.audit.untilStatus(waiting, 'completed');
    expect(await worker.exited).toEqual({ code: 1, signal: null });
    await untilReady(stage.apiProcess);
  });
});
