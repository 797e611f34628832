import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const DROPPED = 'job_duration_seconds_count{job="backtest",outcome="dropped"}';

describe('a backtest that its client cancels', () => {
  let stage: JobStage;
  let worker: ServiceProcess;

  beforeAll(async () => {
    stage = await sharedStage();
    [worker] = await stage.runWorkers(1);
  });

  async function traces(id: number) {
    const [found] = await stage.query(
      `select (select count(*)::integer from backtests where id = $1) as backtests,
         (select count(*)::integer from backtest_reports where backtest_id = $1) as reports,
         (select count(*)::integer from backtest_trades where backtest_id = $1) as trades,
         (select count(*)::integer from job_outbox where subject = $1::integer::text) as outbox`,
      [id],
    );
    return found;
  }

  const untilDropped = (count: number) =>
    eventually(
      `${count} jobs are dropped`,
      () => readMetric(worker, DROPPED),
      (dropped) => dropped === count,
    );

  describe('while it is queued', () => {
    it('is never begun, whether deleted or taken over', async () => {
      const goOn = await stage.occupyWorker();
      const [deleted, failed, measured, kept] = [
        await stage.api.submit(SMA_CROSS),
        await stage.api.submit(SMA_CROSS),
        await stage.api.submit(SMA_CROSS),
        await stage.api.submit(SMA_CROSS),
      ];
      expect((await stage.api.request('DELETE', `/${deleted}`)).status).toBe(204);
      expect((await stage.api.request('PATCH', `/${failed}`, { status: 'failed' })).status).toBe(200);
      expect((await stage.api.request('PATCH', `/${measured}`, { sharpe_ratio: 1.5 })).status).toBe(200);
      expect((await stage.api.request('PATCH', `/${kept}`, { strategy_name: 'buy_and_hold' })).status).toBe(
        200,
      );

      await goOn();
      await stage.audit.untilStatus(kept, 'completed');
      for (const id of [deleted, failed, measured]) expect(stage.audit.count(id, 'running')).toBe(0);
      expect(await traces(deleted)).toEqual({ backtests: 0, reports: 0, trades: 0, outbox: 0 });
      for (const id of [failed, measured]) {
        expect(await traces(id)).toEqual({ backtests: 1, reports: 0, trades: 0, outbox: 0 });
      }
      expect(await stage.api.status(failed)).toBe('failed');
      const { text } = await stage.api.request('GET', `/${measured}`);
      expect(JSON.parse(text)).toMatchObject({ status: 'pending', sharpe_ratio: 1.5, total_return: null });
    });
  });

  describe('while it runs', () => {
    it.each([
      ['deleted', 'DELETE', undefined],
      ['given a status', 'PATCH', { status: 'completed', total_return: 0.25 }],
    ] as const)('is stopped when it is %s, and writes nothing', async (_case, method, changes) => {
      const droppedBefore = await readMetric(worker, DROPPED);
      const unlock = await stage.holdCandles();
      const id = await stage.api.submit(SMA_CROSS);
      await stage.audit.untilStatus(id, 'running');
      expect((await stage.api.request(method, `/${id}`, changes)).status).toBe(
        method === 'DELETE' ? 204 : 200,
      );
      await unlock();
      await untilDropped(droppedBefore + 1);

      if (method === 'DELETE') {
        expect(await traces(id)).toEqual({ backtests: 0, reports: 0, trades: 0, outbox: 0 });
        expect((await stage.api.request('GET', `/${id}`)).status).toBe(404);
      } else {
        expect(await traces(id)).toEqual({ backtests: 1, reports: 0, trades: 0, outbox: 0 });
        const { text } = await stage.api.request('GET', `/${id}`);
        expect(JSON.parse(text)).toMatchObject({
          status: 'completed',
          sharpe_ratio: null,
          total_return: 0.25,
        });
      }
    });

    it('is removed whole when it is deleted while its result is being written', async () => {
      const unlock = await stage.lockTable('backtest_trades');
      const id = await stage.api.submit(SMA_CROSS);
      // To write trades.
      await stage.untilWaiting('worker', 1);
      const deletion = stage.api.request('DELETE', `/${id}`);
      await stage.untilWaiting('api', 1);
      await unlock();
      expect((await deletion).status).toBe(204);
      expect(await traces(id)).toEqual({ backtests: 0, reports: 0, trades: 0, outbox: 0 });
    });

    it('is stopped when its worker was frozen while it was deleted', async () => {
      const droppedBefore = await readMetric(worker, DROPPED);
      const unlock = await stage.holdCandles();
      const id = await stage.api.submit(SMA_CROSS);
      await stage.audit.untilStatus(id, 'running');
      worker.signal('SIGSTOP');
      expect((await stage.api.request('DELETE', `/${id}`)).status).toBe(204);
      await unlock();
      worker.signal('SIGCONT');
      await untilDropped(droppedBefore + 1);
      expect(await traces(id)).toEqual({ backtests: 0, reports: 0, trades: 0, outbox: 0 });
    });
  });
});
