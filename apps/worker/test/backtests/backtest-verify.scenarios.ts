import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { PERPETUAL, shortOf, storePerpetual } from '../support/perpetual';
import { readSample, SPX } from '../support/sample-candles';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import {
  correctCandle,
  identicalVerification,
  NONE_CORRECTED,
  untilVerificationHeld,
  untilVerificationJoined,
  type Verification,
} from '../support/verifications';

/** Leaves the second half of the sample outside the range. */
const FIRST_YEARS = { ...SMA_CROSS, end_date: '2010-12-31', parameters: { fast: 10, slow: 30 } };

describe('the verification of a backtest', () => {
  let stage: JobStage;
  let worker: ServiceProcess;

  beforeAll(async () => {
    stage = await sharedStage();
    [worker] = await stage.runWorkers(1);
    await storePerpetual(stage);
  });

  async function complete(request: typeof SMA_CROSS = FIRST_YEARS): Promise<number> {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, 'completed');
    return id;
  }

  async function verify(id: number): Promise<Verification> {
    const { status, text } = await stage.api.request('POST', `/${id}/verify`);
    expect([status, text]).toEqual([200, expect.stringContaining(`"id":${id}`)]);
    return JSON.parse(text) as Verification;
  }

  it('finds a run identical as long as its inputs are, however often it is verified', async () => {
    const id = await complete();
    expect((await stage.api.request('GET', `/${id}/verify`)).status).toBe(404);
    const { fingerprint, metrics } = await stage.api.report(id);
    const expected = identicalVerification({ id, metrics, fingerprint });
    expect(await verify(id)).toEqual(expected);
    await correctCandle(stage, '2015-06-01');
    expect(await verify(id)).toEqual(expected);
    const both = await Promise.all([verify(id), verify(id)]);
    expect(both.map(({ identical }) => identical)).toEqual([true, true]);
    const again = await stage.api.request('GET', `/${id}/verify`);
    expect([again.status, JSON.parse(again.text)]).toEqual([200, both[0]]);
  });

  it('names candles that changed, and the results that follow', async () => {
    const id = await complete();
    await correctCandle(stage, '2005-06-01');
    const { identical, changed, fingerprint, stored_fingerprint } = await verify(id);
    expect({ identical, changed }).toEqual({ identical: false, changed: ['candles', 'results'] });
    expect(fingerprint!.candles_sha256).not.toBe(stored_fingerprint.candles_sha256);
    expect({ ...fingerprint, candles_sha256: '' }).toEqual({ ...stored_fingerprint, candles_sha256: '' });
    expect(stored_fingerprint).toEqual((await stage.api.report(id)).fingerprint);
  });

  it('says in the report which candles were corrected since, as long as they are other ones', async () => {
    const corrected = async (id: number) => (await stage.api.report(id)).candles_corrected_since;
    const id = await complete({ ...FIRST_YEARS, start_date: '2006-03-01' });
    expect(await corrected(id)).toEqual(NONE_CORRECTED);
    // Of the warm-up, in the range, and after it.
    for (const day of ['2006-02-24', '2006-06-01', '2015-06-02']) await correctCandle(stage, day);
    const { candles_corrected_since, warnings } = await stage.api.report(id);
    expect(candles_corrected_since).toEqual({
      count: 2,
      start: '2006-02-24T00:00:00Z',
      end: '2006-06-01T00:00:00Z',
      corrected_at: expect.stringMatching(/Z$/),
      truncated: false,
    });
    expect(warnings).toContain(
      "candles corrected since: 2, from 2006-02-24T00:00:00Z to 2006-06-01T00:00:00Z; verify compares with today's",
    );
    expect(await corrected(await complete({ ...FIRST_YEARS, start_date: '2006-03-01' }))).toEqual(
      NONE_CORRECTED,
    );
    await stage.store(SPX, readSample());
    expect(await corrected(id)).toEqual(NONE_CORRECTED);
    expect(await verify(id)).toMatchObject({ identical: true });
  });

  it('names funding that changed', async () => {
    const id = await complete(shortOf(30));
    expect(await verify(id)).toMatchObject({ identical: true });
    // Neither another stamp of the same payment nor what is settled after the last bar changes anything.
    await stage.query(
      `update funding_rates set funding_time = date_trunc('second', funding_time) where symbol = $1`,
      [PERPETUAL.symbol],
    );
    await stage.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       values ($1, $2, '2021-09-02T00:00:00Z', 0.01)`,
      [PERPETUAL.exchange, PERPETUAL.symbol],
    );
    expect(await verify(id)).toMatchObject({ identical: true, changed: [] });
    await stage.query(
      `update funding_rates set funding_rate = 0.0001 where symbol = $1 and funding_time = '2021-09-01T08:00:00Z'`,
      [PERPETUAL.symbol],
    );
    expect(await verify(id)).toMatchObject({ identical: false, changed: ['funding', 'results'] });
  });

  it('names a configuration that changed', async () => {
    const id = await complete();
    await stage.api.request('PATCH', `/${id}`, { strategy_name: 'ema_cross' });
    expect(await verify(id)).toMatchObject({ identical: false, changed: ['configuration', 'results'] });
  });

  it('says why the run would fail now', async () => {
    const id = await complete();
    await stage.api.request('PATCH', `/${id}`, { strategy_name: 'moon_phase' });
    expect(await verify(id)).toMatchObject({
      identical: false,
      changed: ['results'],
      detail: expect.stringMatching(/^the run would fail now: unknown strategy "moon_phase"/),
      fingerprint: null,
    });
  });

  it('does not compare a run of an older engine, and shows what this one gives', async () => {
    const id = await complete();
    const { metrics, fingerprint } = await stage.api.report(id);
    await stage.query(
      `update backtest_reports set report = jsonb_set(jsonb_set(report, '{fingerprint,engineVersion}', '"0"'),
         '{metrics,finalEquity}', '1') where backtest_id = $1`,
      [id],
    );
    expect(await verify(id)).toEqual({
      id,
      identical: null,
      changed: ['engine_version'],
      detail: expect.stringMatching(/^made by engine version 0; metrics are what version \d+ gives$/),
      metrics,
      fingerprint,
      stored_fingerprint: { ...fingerprint, engine_version: '0' },
    });
  });

  it('compares the record, whose figures a client may have edited', async () => {
    const id = await complete();
    await stage.api.request('PATCH', `/${id}`, { total_return: 99 });
    expect(await verify(id)).toMatchObject({
      identical: false,
      changed: ['record'],
      detail: 'the record was edited and is not what its run found: total_return',
    });
  });

  it.each([
    [
      'a figure of the report',
      `update backtest_reports set report = jsonb_set(report, '{metrics,trades}', '7') where backtest_id = $1`,
      'results',
    ],
    [
      'a single trade',
      `update backtest_trades set pnl = pnl || '1' where backtest_id = $1 and position = 3`,
      'results',
    ],
    [
      'trades that are deleted',
      `delete from backtest_trades where backtest_id = $1 and position = 0`,
      'results',
    ],
    [
      'the last bit of an equity',
      `update backtest_equity set equity = set_bit(equity, 800, 1 - get_bit(equity, 800)) where backtest_id = $1`,
      'results',
    ],
  ])('notices %s', async (_case, tamper, changed) => {
    const id = await complete();
    await stage.query(tamper, [id]);
    expect(await verify(id)).toMatchObject({ identical: false, changed: [changed] });
  });

  it.each([
    ['failed', { ...FIRST_YEARS, strategy_name: 'moon_phase' }, {}, /is failed: only a completed one/],
    [
      "a client's",
      { ...FIRST_YEARS, symbol: 'DELETED' },
      { status: 'completed' },
      /was completed by a client/,
    ],
  ])('refuses a backtest that is %s', async (_case, request, patch, reason) => {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, 'failed');
    await stage.api.request('PATCH', `/${id}`, patch);
    expect((await stage.api.request('GET', `/${id}/verify`)).status).toBe(409);
    const { status, text } = await stage.api.request('POST', `/${id}/verify`);
    expect([status, text]).toEqual([409, expect.stringMatching(reason)]);
  });

  it('does not know a backtest that is not there', async () => {
    expect((await stage.api.request('POST', '/999999/verify')).status).toBe(404);
    expect((await stage.api.request('POST', '/x/verify')).status).toBe(422);
    expect((await stage.api.request('GET', '/999999/verify')).status).toBe(404);
  });

  it('answers 202 from an API that stops; a second request joins what is under way', async () => {
    const id = await complete();
    const stopping = await stage.startAnotherApi();
    const [, url] = await stopping.printed(/"url":"([^"]+)"/);
    const unlock = await stage.lockTable('series');
    const requested = stage.apiAt(url).request('POST', `/${id}/verify`);
    await untilVerificationHeld(stage);
    stopping.signal('SIGTERM');
    expect(await requested).toEqual({ status: 202, text: `{"id":${id},"status":"running"}` });
    const [{ now }] = await stage.query<{ now: Date }>('select clock_timestamp() as now');
    const joined = verify(id);
    await untilVerificationJoined(stage, now);
    await unlock();
    expect(await joined).toMatchObject({ identical: true });
    expect(await stage.jobs('backtest-verify', [id])).toMatchObject([{ run: 1, losses: 0 }]);
  });

  it('forgets the verification of a backtest that is deleted meanwhile', async () => {
    const id = await complete();
    const unlock = await stage.lockTable('series');
    const requested = stage.api.request('POST', `/${id}/verify`);
    await untilVerificationHeld(stage);
    expect((await stage.api.request('DELETE', `/${id}`)).status).toBe(204);
    expect((await requested).status).toBe(404);
    await unlock();
    expect(await verify(await complete())).toMatchObject({ identical: true });
  });

  it('survives the worker that was at it', async () => {
    const id = await complete();
    const unlock = await stage.lockTable('series');
    const requested = verify(id);
    await untilVerificationHeld(stage);
    await worker.kill();
    await unlock();
    [worker] = await stage.runWorkers(1);
    expect(await requested).toMatchObject({ identical: true });
  });
});
