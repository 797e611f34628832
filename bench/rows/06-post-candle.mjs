import { sendRequest, drive, requestBytes } from '../frame/http-load.mjs';
import { atMostTimes, requireAgreement, within } from '../frame/measurement.mjs';
import { interleave, quantile } from '../frame/statistics.mjs';

export const title = 'POST one candle, durable Postgres';

const CLIENTS = 16;
const REQUESTS_PER_TURN = 40;
const ROUNDS = 12;
const FIRST_OPEN_TIME = Date.UTC(2020, 0, 1);
const PATHS = { ours: '/api/v1/market-data/candlesticks', raw: '/candles' };

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  await client.query('create table bench_candlesticks (like candlesticks including all)');
  const [api, raw] = [
    await stage.startApi({ databaseUrl }),
    await stage.startPeer('raw-server.mjs', { DATABASE_URL: databaseUrl }),
  ];
  const ports = { ours: api.port, raw: raw.port };
  try {
    const separate = new CandleRequests(stage.token, (connection) => `S${connection}`);
    await checkAgreement(ports, separate);
    const shared = new CandleRequests(stage.token, () => 'SHARED');
    yield* await compare('one client', ports, separate, 1);
    yield* await compare('16 clients, each its own series', ports, separate, CLIENTS);
    yield* await compare('16 clients, all one series', ports, shared, CLIENTS);
  } finally {
    await Promise.all([api.stop(), raw.stop()]);
  }
}

/** New candles without end: each request is for the next hour of its series, on both sides the same. */
class CandleRequests {
  #sent = { ours: 0, raw: 0 };

  constructor(token, symbolOf) {
    this.token = token;
    this.symbolOf = symbolOf;
  }

  /** For each connection `count` requests, none of which was sent before. */
  next(contestant, count, clients = CLIENTS) {
    return Array.from({ length: clients }, (_, connection) =>
      Array.from({ length: count }, () => this.#request(contestant, connection)),
    );
  }

  #request(contestant, connection) {
    const number = this.#sent[contestant]++;
    const body = {
      exchange: 'bench',
      symbol: this.symbolOf(connection),
      interval: '1m',
      open_time: `${new Date(FIRST_OPEN_TIME + number * 60_000).toISOString().slice(0, 19)}Z`,
      open: '100.25',
      high: '101.50',
      low: '99.75',
      close: `100.${10 + (number % 90)}`,
      volume: '1234.5678',
    };
    return requestBytes({ method: 'POST', path: PATHS[contestant], token: this.token, body });
  }
}

async function checkAgreement({ ours, raw }, requests) {
  // The peer knows no new series: ours makes them with its first candles.
  await drive(ours, requests.next('ours', 1), 201);
  await drive(raw, requests.next('raw', 1), 201);
  const [[[oursNext]], [[rawNext]]] = [requests.next('ours', 1), requests.next('raw', 1)];
  const [answer, rawAnswer] = [await sendRequest(ours, oursNext), await sendRequest(raw, rawNext)];
  const [fields, rawFields] = [JSON.parse(answer.body), JSON.parse(rawAnswer.body)];
  for (const [name, value] of Object.entries(fields)) {
    requireAgreement(value === rawFields[name], `${name}: ours is ${value}, raw's ${rawFields[name]}`);
  }
}

async function compare(scenario, ports, requests, clients) {
  const turn = (name) => () => drive(ports[name], requests.next(name, REQUESTS_PER_TURN, clients), 201);
  await drive(ports.ours, requests.next('ours', 1), 201);
  const samples = await interleave(
    { ours: turn('ours'), raw: turn('raw') },
    { rounds: ROUNDS, warmupRounds: 3 },
  );
  const at = (fraction) => ({
    ours: quantile(samples.ours, fraction),
    peer: quantile(samples.raw, fraction),
    peerName: 'raw node:http + pg',
  });
  return [
    { what: `POST one candle, ${scenario}, p50`, ...at(0.5), goal: atMostTimes(2) },
    { what: `POST one candle, ${scenario}, p99`, ...at(0.99), goal: within(25) },
  ];
}
