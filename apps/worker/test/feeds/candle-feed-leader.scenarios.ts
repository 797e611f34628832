import { Client } from 'pg';
import { FEED_STATE_SQL } from '#domain/market-data/series/feed-states';
import { SimulatedExchange } from '#sources/exchanges/simulation/simulated-exchange';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';
import { readMetric } from '../support/metrics';
import { ServiceProcess } from '../support/service-process';
import { eventually } from '../support/within';
import { onThisMachine } from '../../../../test/on-this-machine';

/** Times in milliseconds since 1970 UTC. */
interface FeedState {
  readonly state: string;
  readonly since: number;
  readonly lastMessageAt: number;
  readonly error: string | null;
}

const SYMBOL = 'SIM-A/USDT';
const LEADER = 'candle_feed_leader{exchange="sim"}';
const TAKEOVER_MILLISECONDS = 5_000;
const NEW_SERIES_CANDLES = 500;

describe('the feed of several workers', () => {
  let database: TestDatabase;
  let client: Client;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await client.end();
    await database.drop();
  });

  async function startWorker(environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const worker = await ServiceProcess.spawn('worker', {
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      WORKER_CONCURRENCY: '1',
      CANDLE_FEED: `sim:${SYMBOL}:1m`,
      ...environment,
    });
    workers.push(worker);
    await worker.printed(/Worker is ready for jobs/);
    return worker;
  }

  function leads(worker: ServiceProcess): Promise<boolean> {
    return readMetric(worker, LEADER).then((value) => value === 1);
  }

  async function version(): Promise<number> {
    const { rows } = await client.query<{ version: string }>('select version from series where symbol = $1', [
      SYMBOL,
    ]);
    return Number(rows[0]?.version ?? 0);
  }

  async function reports(): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', exchange, symbol, state, error) as line from feed_states order by 1`,
    );
    return rows.map(({ line }) => line);
  }

  const clearReports = () => client.query('delete from feed_states');

  /** As GET market-data/series shows it. */
  function untilState(state: string) {
    return eventually(
      `the feed is reported as ${state}`,
      async () => {
        const { rows } = await client.query<{ feed: FeedState }>(
          `select ${FEED_STATE_SQL} as feed from feed_states where exchange = 'sim' and symbol = $1 and interval = '1m'`,
          [SYMBOL],
        );
        return rows.map(({ feed }) => feed).at(0);
      },
      (feed) => feed?.state === state,
    );
  }

  function untilWritten(after: number): Promise<number> {
    return eventually('a live update is stored', version, (now) => now > after);
  }

  async function storedClosed(): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(',', extract(epoch from open_time)::bigint * 1000, open, high, low, close, volume) as line
       from candlesticks where is_closed order by open_time`,
    );
    return rows.map(({ line }) => line);
  }

  /** The same market as the workers see: a simulation is a function of the time. */
  async function truth(from: number, count: number): Promise<string[]> {
    const source = new SimulatedExchange();
    const candles = await source.fetchCandles(SYMBOL, '1m', from, new AbortController().signal);
    return candles
      .slice(0, count)
      .map(({ openTime, open, high, low, close, volume }) =>
        [openTime, open, high, low, close, volume].join(','),
      );
  }

  async function expectTruth(): Promise<void> {
    const stored = await storedClosed();
    expect(stored.length).toBeGreaterThanOrEqual(NEW_SERIES_CANDLES - 2);
    const from = Number(stored[0].split(',')[0]);
    // The next minute may begin between the two queries.
    const known = await truth(from, stored.length);
    expect(stored.slice(0, known.length)).toEqual(known);
    expect(stored.length - known.length).toBeLessThanOrEqual(1);
  }

  it('is done by one of them, which begins with the history before the first live candle', async () => {
    const startedAt = Date.now();
    const [first, second] = [await startWorker(), await startWorker()];
    await eventually(
      'somebody leads',
      () => Promise.all([leads(first), leads(second)]),
      ([a, b]) => a || b,
    );
    await untilWritten(await untilWritten(0));
    expect((await Promise.all([leads(first), leads(second)])).filter(Boolean)).toHaveLength(1);
    await eventually(
      'the history is stored',
      storedClosed,
      (stored) => stored.length >= NEW_SERIES_CANDLES - 2,
    );
    await expectTruth();
    const { since, lastMessageAt, ...feed } = (await untilState('live'))!;
    expect(feed).toEqual({ state: 'live', error: null });
    // From the first message of this test to its last one.
    expect(since).toBeGreaterThanOrEqual(startedAt);
    expect(lastMessageAt).toBeGreaterThanOrEqual(since);
    expect(lastMessageAt).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['killed', 'SIGKILL'],
    ['hanging', 'SIGSTOP'],
  ] as const)('goes on within five seconds when the leader is %s, with nothing lost', async (_, signal) => {
    const flags = await Promise.all(workers.map(leads));
    const leader = workers[flags.indexOf(true)];
    const [follower] = workers.filter((worker) => worker !== leader);
    const before = await version();

    leader.signal(signal);
    const signalledAt = performance.now();
    await eventually('the follower leads', () => leads(follower), Boolean);
    await untilWritten(before);
    expect(performance.now() - signalledAt).toBeLessThan(onThisMachine(TAKEOVER_MILLISECONDS));
    // What the former leader reported last is not what shows.
    await clearReports();
    expect(await untilState('live')).toMatchObject({ error: null });
    await eventually('the former leader is away', () => follows(leader, signal), Boolean);
    await expectTruth();

    // One that woke up is a follower.
    if (leader.isRunning) return;
    workers.splice(workers.indexOf(leader), 1);
    await startWorker();
  });

  /** A leader that hung and wakes up finds out that another one leads. */
  async function follows(leader: ServiceProcess, signal: NodeJS.Signals): Promise<boolean> {
    if (signal === 'SIGKILL') return true;
    leader.signal('SIGCONT');
    return !(await leads(leader));
  }

  it('is handed over at once when the leader stops in good order', async () => {
    const flags = await Promise.all(workers.map(leads));
    const leader = workers[flags.indexOf(true)];
    const [follower] = workers.filter((worker) => worker !== leader);

    leader.signal('SIGTERM');
    const signalledAt = performance.now();
    await eventually('the follower leads', () => leads(follower), Boolean);
    expect(performance.now() - signalledAt).toBeLessThan(onThisMachine(TAKEOVER_MILLISECONDS));
    expect(await leader.exited).toEqual({ code: 0, signal: null });
    await untilWritten(await version());
    await expectTruth();
  });

  it('feeds the series of an open stream on demand, and is not disturbed by one that no exchange has', async () => {
    const symbol = 'SIM-B/USDT';
    const series = [
      { exchange: 'sim', symbol, interval: '1m' },
      { exchange: 'sim', symbol: 'NO/SUCH', interval: '1m' },
      { exchange: 'nowhere', symbol, interval: '1m' },
    ];
    await client.query(
      `insert into open_stream_lists (instance, streams, series, updated_at) values ('test', '[]', $1, now() + interval '1 hour')`,
      [JSON.stringify(series)],
    );
    const worker = await startWorker({ CANDLE_FEED: '', CANDLE_FEED_ON_DEMAND: 'true' });
    await Promise.all(
      workers
        .splice(0)
        .filter((other) => other !== worker)
        .map((other) => other.kill()),
    );
    workers.push(worker);
    await eventually(
      'all feeds are reported',
      reports,
      (lines) =>
        lines.length === 3 &&
        /^nowhere SIM-B\/USDT stopped no exchange is called nowhere/.test(lines[0]) &&
        /^sim NO\/SUCH stopped sim has no NO\/SUCH/.test(lines[1]) &&
        lines[2] === `sim ${symbol} live`,
    );
    await eventually(
      'the history of the series is stored',
      async () => {
        const { rows } = await client.query<{ count: number }>(
          'select candle_count::int as count from series where symbol = $1',
          [symbol],
        );
        return rows.at(0)?.count ?? 0;
      },
      (count) => count >= NEW_SERIES_CANDLES,
    );
    const { rows } = await client.query('select exchange, symbol from series order by symbol');
    expect(rows).toEqual([
      { exchange: 'sim', symbol: SYMBOL },
      { exchange: 'sim', symbol },
    ]);
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(await reports()).toContain(`sim ${symbol} stopped the worker that led the feed was stopped`);
  });
});
