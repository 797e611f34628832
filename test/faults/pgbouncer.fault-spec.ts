import { readMetric } from '../../apps/worker/test/support/metrics';
import type { ServiceProcess } from '../../apps/worker/test/support/service-process';
import { eventually } from '../../apps/worker/test/support/within';
import { AUTHORIZATION } from './support/authorization';
import { CandleWriters, WRITTEN_EXCHANGE } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { OwnPgbouncer } from './support/own-pgbouncer';
import { readiness } from './support/readiness';
import { IS_SHORT, report } from './support/scale';
import { untilComplete } from './support/stored-closes';

interface Body {
  readonly items: readonly { readonly open_time: string }[];
  readonly status?: string;
}

const WRITERS = 8;
const REQUESTS = IS_SHORT ? 300 : 3_000;
const SAMPLES = IS_SHORT ? 40 : 400;

describe('two APIs and two workers behind PgBouncer in transaction mode', () => {
  let stage: FaultStage;
  let pgbouncer: OwnPgbouncer;
  beforeAll(async () => {
    stage = await FaultStage.open();
    pgbouncer = await OwnPgbouncer.start(stage.postgres.url);
  });
  afterAll(async () => {
    await stage.close();
    await pgbouncer.close();
  });

  const get = async (url: string, path: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: AUTHORIZATION } });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const submitBacktest = async (url: string) => {
    const response = await fetch(`${url}/api/v1/backtesting`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify({
        strategy_name: 'sma_cross',
        exchange: WRITTEN_EXCHANGE,
        symbol: 'W0',
        interval: '1m',
        start_date: '2024-01-01',
        end_date: '2024-01-01',
        parameters: { fast: 2, slow: 4 },
      }),
    });
    return ((await response.json()) as { id: number }).id;
  };
  const leads = (worker: ServiceProcess) => readMetric(worker, 'candle_feed_leader{exchange="sim"}');

  it('answer every request, have one leader, stream what is written and work on jobs', async () => {
    // What a pooled session may come with: the processes want UTC.
    const [{ name }] = await stage.query<{ name: string }>('select current_database() as name');
    await stage.query(`alter database "${name}" set timezone = 'Asia/Tokyo'`);
    const addresses = { DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: stage.postgres.url };
    const apis = [await stage.startApi(addresses), await stage.startApi(addresses)];
    const urls = apis.map(({ url }) => url);
    const feeding = { ...addresses, CANDLE_FEED: 'sim:SIM-A/USDT:1m' };
    const workers = [await stage.startWorker(feeding), await stage.startWorker(feeding)];
    const watcher = stage.watch([urls[1]], 'W0');
    const writers = new CandleWriters(urls, WRITERS);

    const statuses = new Map<number, number>();
    const leaders = new Set<number>();
    for (let sample = 0; sample < SAMPLES; sample++) {
      const answers = await Promise.all(
        urls.flatMap((url) =>
          ['/market-data/candlesticks?size=5', '/backtesting', '/market-data/series'].map((path) =>
            get(url, path),
          ),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const led = await Promise.all(workers.map(leads));
      leaders.add(led[0] + led[1]);
    }
    await eventually(
      'candles are written',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= REQUESTS,
    );
    await writers.stop();

    // A job goes from the one API over the queue to a worker, and its outcome back to the other API.
    const id = await submitBacktest(urls[0]);
    await eventually(
      'the backtest is completed',
      async () => (await get(urls[1], `/backtesting/${id}/report`)).body,
      ({ status }) => status === 'completed',
    );

    expect([...statuses.keys()]).toEqual([200]);
    expect([...writers.answers.keys()]).toEqual([201]);
    expect(await writers.findLosses(stage)).toEqual([]);
    await eventually(
      'one worker leads',
      () => Promise.all(workers.map(leads)),
      ([one, other]) => one + other === 1,
    );
    expect(Math.max(...leaders)).toBeLessThanOrEqual(1);
    await untilComplete(stage, watcher, 'W0');
    const oldest = await get(
      urls[0],
      `/market-data/candlesticks?exchange=${WRITTEN_EXCHANGE}&symbol=W0&size=1000`,
    );
    expect(oldest.body.items.map(({ open_time }) => open_time).sort()[0]).toBe('2024-01-01T00:00:00Z');
    for (const url of [...urls, ...workers.map(({ metricsUrl }) => metricsUrl)]) {
      expect(await readiness(url)).toEqual({ status: 200, body: { status: 'ready' } });
    }
    report(
      `${writers.stored} candles and ${statuses.get(200)} lists through a pool of 4 sessions, none refused`,
    );
  });
});
