import {
  BACKTESTS,
  claimBacktest,
  completeBacktest,
  finishBacktest,
  jobOfBacktest,
  submitBacktest,
} from '../support/backtests';
import { type RunningApi, startApi } from '../support/running-api';

const ABSENT = `${BACKTESTS}/999999`;

describe('changing and deleting backtests', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('PATCH', () => {
    it('changes nothing for {}, and leaves the run to the worker', async () => {
      const before = await submitBacktest(api);
      const answer = await api.patch(`${BACKTESTS}/${before.id}`, {});
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(before);
      expect(await completeBacktest(api, before.id)).toBe(true);
    });

    it('changes the name without taking the run away, and ignores what it does not know', async () => {
      const { id } = await submitBacktest(api);
      const answer = await api.patch(`${BACKTESTS}/${id}`, { strategy_name: 'renamed', unknown: [1], id: 5 });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, strategy_name: 'renamed', status: 'pending' });
      expect(await completeBacktest(api, id)).toBe(true);
    });

    it('notes in the report what was edited and when, beside the figures of the run', async () => {
      const { id } = await submitBacktest(api);
      const reportOf = async () =>
        (await api.get(`${BACKTESTS}/${id}/report`)).body as Record<string, unknown>;
      await completeBacktest(api, id);
      await api.patch(`${BACKTESTS}/${id}`, {});
      expect(await reportOf()).toMatchObject({ edited_at: null, edited_fields: [] });
      const before = Math.floor(Date.now() / 1000) * 1000;
      await api.patch(`${BACKTESTS}/${id}`, { total_return: 99 });
      const first = await reportOf();
      expect(first).toMatchObject({ edited_fields: ['total_return'], metrics: { total_return: 0.97 } });
      expect(Date.parse(first.edited_at as string)).toBeGreaterThanOrEqual(before);
      await api.patch(`${BACKTESTS}/${id}`, { strategy_name: 'mine', total_return: null });
      expect(await reportOf()).toMatchObject({ edited_fields: ['strategy_name', 'total_return'] });
    });

    it.each([
      { status: 'completed' },
      { status: 'pending' },
      { sharpe_ratio: 1.25 },
      { max_drawdown: 0 },
      { total_return: null },
      { sharpe_ratio: -0.5, max_drawdown: 0.2, total_return: 1e-7, status: 'failed' },
    ])('makes the record the client’s for %j: no worker gets or finishes it', async (changes) => {
      const { id } = await submitBacktest(api);
      const answer = await api.patch(`${BACKTESTS}/${id}`, changes);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, ...changes });
      expect(await jobOfBacktest(api, id)).toMatchObject({ status: 'cancelled', token: null });
      expect(await completeBacktest(api, id)).toBe(false);
      const { rows } = await api.database.query('select from job_outbox where subject = $1', [String(id)]);
      expect(rows).toEqual([]);
    });

    it('takes a running job away from its worker', async () => {
      const { id } = await submitBacktest(api);
      const claimed = await claimBacktest(api, id);
      expect((await api.get(`${BACKTESTS}/${id}`)).body.status).toBe('running');
      await api.patch(`${BACKTESTS}/${id}`, { status: 'failed' });
      expect(await finishBacktest(api, id, claimed!)).toBe(false);
      expect((await api.get(`${BACKTESTS}/${id}`)).body).toMatchObject({
        status: 'failed',
        total_return: null,
      });
    });

    it.each([
      [{ status: 'done' }, /status must be one of pending, running, completed, failed/],
      [{ status: null }, /status/],
      [{ strategy_name: '' }, /strategy_name/],
      [{ sharpe_ratio: '1' }, /sharpe_ratio must be a number/],
      [{ total_return: true, max_drawdown: [] }, /max_drawdown .*total_return /s],
    ])('refuses %j', async (changes, detail) => {
      const { id } = await submitBacktest(api);
      const answer = await api.patch(`${BACKTESTS}/${id}`, changes);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
    });
  });

  describe('DELETE', () => {
    it('answers 204 without a body, then 404, and removes report and trades', async () => {
      const { id } = await submitBacktest(api);
      await completeBacktest(api, id);
      const { total } = (await api.get(BACKTESTS)).body;
      const answer = await api.delete(`${BACKTESTS}/${id}`);
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      expect((await api.get(`${BACKTESTS}/${id}`)).status).toBe(404);
      expect((await api.delete(`${BACKTESTS}/${id}`)).status).toBe(404);
      expect((await api.get(BACKTESTS)).body.total).toBe(total - 1);
      const { rows } = await api.database.query(
        'select from backtest_reports where backtest_id = $1 union all select from backtest_trades where backtest_id = $1',
        [id],
      );
      expect(rows).toEqual([]);
    });

    it('takes a running job away from its worker', async () => {
      const { id } = await submitBacktest(api);
      const claimed = await claimBacktest(api, id);
      expect((await api.delete(`${BACKTESTS}/${id}`)).status).toBe(204);
      expect(await finishBacktest(api, id, claimed!)).toBe(false);
    });
  });

  it('answers 404 for an absent id, on every route', async () => {
    const answers = [
      await api.get(ABSENT),
      await api.get(`${ABSENT}/report`),
      await api.get(`${ABSENT}/trades`),
      await api.patch(ABSENT, {}),
      await api.patch(ABSENT, { status: 'failed' }),
      await api.delete(ABSENT),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ detail: 'No backtest with the id 999999', code: 'BACKTEST_NOT_FOUND' });
    }
  });
});
