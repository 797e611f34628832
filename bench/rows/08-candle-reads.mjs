import { sendRequest, drive, requestBytes } from '../frame/http-load.mjs';
import { atMostTimes, missing, requireAgreement } from '../frame/measurement.mjs';
import { seedManySeries, seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median } from '../frame/statistics.mjs';

export const title = 'Candle list and query: Node CPU per request, and a total without count(*)';

const SERIES = { exchange: 'bench', symbol: 'BTC/USDT', interval: '1m' };
const CANDLES = 1_000_000;
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
/** Near enough to the end that a page of 500 exists. */
const QUERY_START = '2024-12-01T00:00:00Z';
const MANY = { exchange: 'many', interval: '1h', seconds: 3_600, series: 2_000, candles: 200 };
const CLIENTS = 4;
const ROUNDS = 9;

const filter = new URLSearchParams(SERIES);
const LIST = '/api/v1/market-data/candlesticks';

/** The same question to both: `ours` and `raw` are [method, path, body]. */
const SCENARIOS = [
  ...[
    { size: 50, requests: 300, goal: atMostTimes(1.3) },
    { size: 500, requests: 100, goal: atMostTimes(0.6) },
  ].flatMap(({ size, requests, goal }) => [
    {
      what: `list of ${size}, one series`,
      requests,
      goal,
      ours: ['GET', `${LIST}?${filter}&size=${size}`],
      raw: ['GET', `/candles?${filter}&size=${size}`],
    },
    {
      what: `query of ${size}, from a start`,
      requests,
      goal,
      ours: ['POST', `${LIST}/query`, { ...SERIES, start: QUERY_START, limit: size }],
      raw: ['POST', '/query', { ...SERIES, start: QUERY_START, limit: size }],
    },
  ]),
  {
    what: 'list of 50 over 2,001 series, unfiltered',
    requests: 4,
    goal: atMostTimes(1.3),
    withLatency: true,
    ours: ['GET', `${LIST}?size=50`],
    raw: ['GET', '/all?size=50'],
  },
];

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  await seedSeries(client, { ...SERIES, seconds: 60, candles: CANDLES, lastOpenTime: LAST_OPEN_TIME });
  await seedManySeries(client, { ...MANY, lastOpenTime: '2024-12-31T23:00:00Z' });
  const servers = {
    ours: await stage.startApi({ databaseUrl }),
    raw: await stage.startPeer('raw-server.mjs', { DATABASE_URL: databaseUrl }),
  };
  try {
    for (const scenario of SCENARIOS) yield* await compare(scenario, servers, stage.token);
    yield await measureTotal(servers.ours, client, stage.token);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

async function compare({ what, requests, goal, withLatency, ...questions }, servers, token) {
  const sides = {};
  for (const side of ['ours', 'raw']) {
    const [method, path, body] = questions[side];
    const bytes = requestBytes({ method, path, body, token: side === 'ours' ? token : undefined });
    sides[side] = { bytes, server: servers[side] };
  }
  await requireSameAnswer(what, sides);
  const turn = (side) => async () => [await measureTurn(sides[side], requests)];
  const samples = await interleave({ ours: turn('ours'), raw: turn('raw') }, { rounds: ROUNDS });
  const figures = (read) => ({ ours: median(samples.ours.map(read)), peer: median(samples.raw.map(read)) });
  const cpu = ({ cpuMilliseconds }) => cpuMilliseconds;
  return [
    samples.ours.every(cpu)
      ? { what: `${what}, CPU`, ...figures(cpu), peerName: 'raw node:http + pg objects', goal }
      : missing(`${what}, CPU`, '/proc, which has the CPU time of a process'),
    ...(withLatency
      ? [
          {
            what: `${what}, time`,
            ...figures(({ latency }) => latency),
            peerName: 'raw, the newest of each series',
            goal: atMostTimes(1),
          },
        ]
      : []),
  ];
}

/** CPU of the server and median time, per request. */
async function measureTurn({ bytes, server }, requestsPerClient) {
  const share = Array.from({ length: requestsPerClient }, () => bytes);
  const before = server.cpuMilliseconds();
  const latencies = await drive(
    server.port,
    Array.from({ length: CLIENTS }, () => share),
  );
  const cpuMilliseconds = (server.cpuMilliseconds() - before) / latencies.length;
  return { cpuMilliseconds, latency: median(latencies) };
}

/** The peer's times have milliseconds, and its unfiltered list knows no total; all else must be the same. */
async function requireSameAnswer(what, { ours, raw }) {
  const textOf = async ({ server, bytes }) => (await sendRequest(server.port, bytes)).body.toString();
  const [answer, rawAnswer] = [await textOf(ours), (await textOf(raw)).replaceAll('.000Z"', 'Z"')];
  const candles = (text) => {
    const parsed = JSON.parse(text);
    return JSON.stringify(parsed.items ?? parsed);
  };
  requireAgreement(candles(answer) === candles(rawAnswer), `${what}: other candles than the peer's`);
  const { total } = JSON.parse(rawAnswer);
  requireAgreement(total === undefined || JSON.parse(answer).total === total, `${what}: another total`);
}

async function measureTotal(api, client, token) {
  const bytes = requestBytes({ method: 'GET', path: `${LIST}?${filter}&size=50`, token });
  const list = async () => drive(api.port, [[bytes]]);
  const count = async () => {
    const startedAt = performance.now();
    await client.query(
      `select count(*) from candlesticks join series on id = series_id where (exchange, symbol, interval) = ($1, $2, $3)`,
      [SERIES.exchange, SERIES.symbol, SERIES.interval],
    );
    return [performance.now() - startedAt];
  };
  const samples = await interleave({ list, count }, { rounds: 15 });
  return {
    what: 'list of 50 of 1,000,000 with its total, time',
    ours: median(samples.list),
    peer: median(samples.count),
    peerName: 'count(*) alone',
    // A page that counted would cost at least as much as the count.
    goal: atMostTimes(0.25),
  };
}
