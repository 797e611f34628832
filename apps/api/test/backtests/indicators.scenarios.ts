import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { expectError } from '../support/expect-error';
import { type RunningApi, startApi } from '../support/running-api';

describe('the indicators of a backtest', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('are not there before it is completed, without its candles, and under a name that was edited', async () => {
    const { id } = await submitBacktest(api);
    const path = `${BACKTESTS}/${id}/indicators`;
    expectError(await api.get(path), 409, /^Backtest \d+ is pending: only a completed one has indicators$/);
    await completeBacktest(api, id);
    // A strategy's own name among the parameters of the stored run.
    expectError(
      await api.get(path),
      409,
      /^Backtest \d+ has no indicators: sma_cross has no parameter "ownName"/,
    );
    await api.database.query(
      `update backtest_reports set report = jsonb_set(report, '{resolved,given}', '{"fast": 5}') where backtest_id = $1`,
      [id],
    );
    expectError(await api.get(path), 409, /its candles are not stored any more$/);
    await api.patch(`${BACKTESTS}/${id}`, { strategy_name: 'mine' });
    expectError(await api.get(path), 409, /its strategy_name was edited$/);
    expectError(await api.get(`${BACKTESTS}/999999/indicators`), 404, /^No backtest with the id 999999$/);
  });

  it('refuse a range or points that are none', async () => {
    const { id } = await submitBacktest(api);
    const path = `${BACKTESTS}/${id}/indicators`;
    expectError(await api.get(`${path}?points=1`), 422, /^points must be an integer from 2 to 10000$/);
    const range = 'start=2024-01-02T00:00:00Z&end=2024-01-01T00:00:00Z';
    expectError(await api.get(`${path}?${range}`), 422, /^start must not be after end$/);
  });
});
