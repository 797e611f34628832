import type { JobName } from '#messaging/jobs';
import { BACKTESTS } from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { GAPS } from '../support/gaps';
import { CANDLES } from '../support/hourly-candles';
import { claimJob, finishJob } from '../support/job-steps';
import { type RunningApi, startApi } from '../support/running-api';
import { SWEEP, WALK_FORWARD } from '../support/searches';

const EQUITIES = '/api/v1/equities';
const SERIES = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1h' };

describe('a job that failed', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
    await api.post(CANDLES, candleBody());
  });
  afterAll(() => api.stop());

  const jobs: readonly (readonly [JobName, path: string, body: object, report: string])[] = [
    ['backtest', BACKTESTS, backtestBody(), '/report'],
    ['parameter-search', SWEEP, backtestBody(), ''],
    ['parameter-search', WALK_FORWARD, backtestBody(), ''],
    ['parameter-search', WALK_FORWARD, backtestBody(), '/report'],
    ['gap-repair', `${GAPS}/repair`, SERIES, ''],
    ['feature-precompute', '/api/v1/features/precompute', {}, ''],
    ['equity-backfill', `${EQUITIES}/ingest`, { symbols: ['SPX'] }, ''],
  ];

  it.each(jobs)('is reported with its request: %s of %s', async (job, path, body, report) => {
    const requestId = `failing ${job}`.replace(' ', '-');
    const submitted = await api.post(path, body).set('x-request-id', requestId).set('prefer', 'wait=0');
    const id = String(submitted.body.id ?? submitted.body.job_id);
    const read = `${path}/${id}${report}`;
    expect((await api.get(read)).body).toMatchObject({ status: 'pending', request_id: null });
    const token = await claimJob(api, job, id);
    await finishJob(api, job, token!, { status: 'failed', error: 'too little data' });
    expect((await api.get(read)).body).toMatchObject({ status: 'failed', request_id: requestId });
  });

  it('is the newest ingest of the status of equities', async () => {
    expect((await api.get(`${EQUITIES}/status`)).body).toMatchObject({
      last_job: { status: 'failed', request_id: 'failing-equity-backfill' },
    });
  });

  it('can be deleted by the entity tag of its report', async () => {
    const { body } = await api.post(SWEEP, backtestBody());
    const path = `${SWEEP}/${body.id}`;
    const token = await claimJob(api, 'parameter-search', String(body.id));
    await finishJob(api, 'parameter-search', token!, { status: 'failed', error: 'too little data' });
    const { etag } = (await api.get(path)).headers;
    expect((await api.delete(path).set('if-match', etag)).status).toBe(204);
  });
});
