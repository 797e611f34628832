import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import { consecutiveDays, quartersOf } from '../../../apps/worker/test/support/sample-candles';
import { sharedStage } from '../../../apps/worker/test/support/shared-stage';
import { queryOf, REGIME, sendTo, type TimedLabels } from '../support/regime-client';
import { onThisMachine } from '../../on-this-machine';

const SPX = { symbol: 'SPX', exchange: 'us', interval: '1d' };

/** The built API, whose threads are files of the build. */
describe('the regime of a series', () => {
  let stage: JobStage;
  let url: string;
  beforeAll(async () => {
    stage = await sharedStage();
    [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
  });

  const send = (method: string, path: string, body?: object) => sendTo(url, method, path, body);

  it('is 404 until it is computed, then the one computed last', async () => {
    const before = await send('GET', REGIME + queryOf(SPX));
    expect(before).toMatchObject({ status: 404, body: { detail: expect.stringContaining('SPX on us, 1d') } });
    const computed = await send('POST', REGIME, { ...SPX, lookback_days: 3_650 });
    expect(computed.status).toBe(200);
    expect(Object.keys(computed.body).sort()).toEqual(
      ['computed_at', 'confidence', 'exchange', 'interval', 'regime', 'state_history', 'symbol'].sort(),
    );
    // The sample ends on 2020-04-17, eight weeks into the fall of that spring.
    expect(computed.body).toMatchObject({ ...SPX, regime: 'bear' });
    expect(computed.body.state_history.at(-1)).toBe('bear');
    // The 23 closes of the bear market of 2020, 18 before the end: as docs/regime-detection.md has it, 83 %.
    const crash = computed.body.state_history.slice(-41, -18);
    expect(crash.filter((label) => label === 'bear')).toHaveLength(19);
    expect(await send('GET', REGIME + queryOf(SPX))).toMatchObject({ status: 200, body: computed.body });
  });

  it('computes the same from the same candles', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => send('POST', REGIME, { ...SPX, lookback_days: 1_000 })),
    );
    const [first, ...others] = answers.map(({ body }) => ({ ...body, computed_at: null }));
    for (const other of others) expect(other).toEqual(first);
  });

  it('computes the same in another process, to the last digit', async () => {
    const [, other] = await (await stage.startAnotherApi()).printed(/"url":"([^"]+)"/);
    const compute = async (at: string) => {
      const { body } = await sendTo(at, 'POST', REGIME, { ...SPX, lookback_days: 1_000 });
      const details = await sendTo(at, 'GET', `${REGIME}/details${queryOf(SPX)}`);
      return JSON.stringify([body, details.body]).replaceAll(/"computed_at":"[^"]+"/g, '');
    };
    expect(await compute(other)).toBe(await compute(url));
  });

  it('has its model and its observations in its details', async () => {
    await send('POST', REGIME, { ...SPX, lookback_days: 1_000 });
    const { status, body } = await send('GET', `${REGIME}/details${queryOf(SPX)}`);
    expect(status).toBe(200);
    // By hand: 687 sessions from 2017-07-23 to 2020-04-17 (exchange_calendars), windows of round(687 / 90) = 8 bars.
    expect(body).toMatchObject({ ...SPX, lookback_days: 1_000, window_bars: 8 });
    expect(body.observations).toBe(body.bars - 8);
    expect(body.model.states).toHaveLength(3);
    for (const { transition, expected_duration_bars } of body.model.states) {
      expect(transition.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(expected_duration_bars).toBeGreaterThan(1);
    }
    expect(body.model.log_likelihood).toBeLessThan(0);
    const [stored] = await stage.query(`select details from stored_regimes where symbol = 'SPX'`);
    expect(stored).toMatchObject({
      details: {
        version: 1,
        lookbackDays: 1_000,
        windowBars: 8,
        firstObservation: Date.parse((body as unknown as TimedLabels).first_observation),
        model: { logLikelihood: body.model.log_likelihood },
      },
    });
    const regime = await send('GET', REGIME + queryOf(SPX));
    const { state_history: states, first_observation } = body as unknown as TimedLabels;
    expect(states.map(({ label }) => label)).toEqual(regime.body.state_history);
    expect([states[0], states.at(-1)]).toEqual([
      { time: first_observation, label: regime.body.state_history[0] },
      { time: '2020-04-17T00:00:00Z', label: regime.body.state_history.at(-1) },
    ]);
    // Exchange_calendars: the 16th and the 15th were sessions, too; the 10th was Good Friday.
    expect(states.slice(-6).map(({ time }) => time.slice(5, 10))).toEqual([
      ...['04-09', '04-13', '04-14', '04-15', '04-16', '04-17'],
    ]);
  });

  it.each([
    'NOBODY/USDT',
    '.*',
    "'; drop table stored_regimes; --",
    '%',
    '💥',
    '漢',
    ' ',
    '/',
    'A'.repeat(128),
  ])('is 422 to compute and 404 to read for the unknown symbol %j', async (symbol) => {
    expect(await send('POST', REGIME, { symbol })).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_DATA', detail: expect.stringContaining(symbol) },
    });
    for (const path of [REGIME, `${REGIME}/details`]) {
      expect(await send('GET', path + queryOf({ symbol }))).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(symbol) },
      });
    }
  });

  it('refuses a series that has too little', async () => {
    const day = 86_400_000;
    const flat = { open: '5', high: '5', low: '5', close: '5', volume: '1' };
    const candles = Array.from({ length: 40 }, (_, index) => ({ openTime: new Date(index * day), ...flat }));
    const name = { exchange: 'test', symbol: 'FEW', interval: '1d' as const };
    await stage.store(name, candles.slice(0, 30));
    // By hand: 30 bars have 25 windows of five returns.
    expect(await send('POST', REGIME, name)).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_DATA', detail: expect.stringContaining('25 usable observations') },
    });
    expect(await send('POST', REGIME, { symbol: 'NOTHING' })).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_DATA', detail: expect.stringContaining('NOTHING on binance') },
    });
    await stage.store(name, candles);
    expect(await send('POST', REGIME, name)).toMatchObject({
      status: 200,
      body: { regime: 'ranging', confidence: 1 },
    });
  });

  it('aggregates candles that are not stored from the longest stored ones that divide them, and says so', async () => {
    const days = consecutiveDays(400);
    const series = { symbol: 'A/B', interval: '1d' as const };
    await stage.store({ ...series, exchange: 'stored' }, days);
    await stage.store({ ...series, exchange: 'shorter', interval: '6h' }, days.flatMap(quartersOf));
    const [stored, shorter] = await Promise.all(
      ['stored', 'shorter'].map(async (exchange) => {
        const name = { ...series, exchange };
        const computed = await send('POST', REGIME, { ...name, lookback_days: 300 });
        expect(computed.status).toBe(200);
        const details = await send('GET', `${REGIME}/details${queryOf(name)}`);
        return {
          answer: { ...computed.body, exchange: null, computed_at: null },
          details: { ...details.body, exchange: null, computed_at: null, warnings: null },
          warnings: details.body.warnings,
        };
      }),
    );
    expect(shorter.answer).toEqual(stored.answer);
    expect(shorter.details).toEqual(stored.details);
    expect(shorter.details.bars).toBe(300);
    expect(stored.warnings).toEqual([]);
    expect(shorter.warnings).toEqual([
      'no 1d candles of A/B are stored on shorter: they were aggregated from 6h candles',
    ]);
  });

  it('leaves out candles that a feed has not confirmed, and says so', async () => {
    const days = consecutiveDays(403);
    const of = (exchange: string) => ({ symbol: 'CUT/B', exchange, interval: '1d' as const });
    const without = days.filter((_, index) => index !== 300 && index < 401);
    await stage.store(of('whole'), without);
    await stage.store(
      of('cut'),
      days.map((day, index) => ({ ...day, isClosed: index !== 300 && index < 401 })),
    );
    const [whole, cut] = await Promise.all(
      ['whole', 'cut'].map(async (exchange) => {
        const computed = await send('POST', REGIME, { ...of(exchange), lookback_days: 300 });
        const details = await send('GET', `${REGIME}/details${queryOf(of(exchange))}`);
        return {
          answer: { ...computed.body, exchange: null, computed_at: null },
          warnings: details.body.warnings,
        };
      }),
    );
    expect(cut.answer).toEqual(whole.answer);
    expect(whole.warnings).toEqual([]);
    const [first, last] = [days[300], days[402]].map(({ openTime }) => openTime.toISOString().slice(0, 10));
    expect(cut.warnings).toEqual([
      `1d candles of CUT/B left out, because cut has not confirmed what its feed received last: 3 (${first}T00:00:00Z to ${last}T00:00:00Z)`,
    ]);
  });

  it('counts the candles that it would have to read, where it aggregates them', async () => {
    await stage.store({ exchange: 'test', symbol: 'MINUTES', interval: '1m' }, [
      { openTime: new Date(0), open: '1', high: '1', low: '1', close: '1', volume: '1' },
    ]);
    const { status, body } = await send('POST', REGIME, {
      exchange: 'test',
      symbol: 'MINUTES',
      interval: '1d',
      lookback_days: 139,
    });
    // By hand: 139 days are 200,160 minutes, 138 are 198,720.
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'lookback_days', message: expect.stringContaining('use 138 or fewer') },
    ]);
  });

  it('names a coarser interval where there would be too many candles', async () => {
    await stage.store({ exchange: 'test', symbol: 'MANY', interval: '1m' }, [
      { openTime: new Date(0), open: '1', high: '1', low: '1', close: '1', volume: '1' },
    ]);
    const { status, body } = await send('POST', REGIME, {
      exchange: 'test',
      symbol: 'MANY',
      interval: '1m',
      lookback_days: 3_650,
    });
    // By hand: 3,650 days are 5,256,000 minutes; 175,200 half hours are the finest below 200,000.
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'interval', message: expect.stringContaining('use 30m or coarser') },
    ]);
  });

  it.each([
    [{ symbol: 'SPX', lookback_days: 0 }, 'lookback_days'],
    [{ symbol: 'SPX', lookback_days: 3_651 }, 'lookback_days'],
    [{ symbol: 'SPX', interval: '7m' }, 'interval'],
    [{ interval: '1d' }, 'symbol'],
    [{ symbol: 'SPX', days: 3 }, 'days'],
  ])('refuses %j', async (body, field) => {
    const answer = await send('POST', REGIME, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it('answers other requests while models are fitted, and 503 when too many wait', async () => {
    const fits = Array.from({ length: 12 }, () => send('POST', REGIME, { ...SPX, lookback_days: 3_650 }));
    const startedAt = performance.now();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const seconds = (performance.now() - startedAt) / 1000;
    const answers = await Promise.all(fits);
    expect(seconds).toBeLessThan(onThisMachine(1));
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503]);
    const refused = answers.find(({ status }) => status === 503)!;
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body.code).toBe('SERVICE_UNAVAILABLE');
  });
});
