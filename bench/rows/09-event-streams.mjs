import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest, requestBytes } from '../frame/http-load.mjs';
import { atMostTimes, missing, requireAgreement, within } from '../frame/measurement.mjs';
import { median, quantile } from '../frame/statistics.mjs';
import { eventStream, StreamClients, webSocket } from '../frame/stream-clients.mjs';

export const title = 'Candles to many streams, written by another replica';

const SYMBOL = 'FANOUT';
const SOCKET_SYMBOL = 'SOCKETS';
const SOCKET_CLIENTS = 1_000;
const pathOf = (symbol) => `/api/v1/streams/ohlcv?exchange=bench&symbol=${symbol}`;
const FIRST_OPEN_TIME = Date.UTC(2020, 0, 1);
const ROUNDS = 6;
const UPDATES_PER_ROUND = 10;
const SIZES = [
  { clients: 1_000, pauseMilliseconds: 100, goal: within(100) },
  { clients: 5_000, pauseMilliseconds: 500, goal: within(350) },
];

export async function* measure(stage) {
  const { token } = stage;
  const databaseUrl = await stage.createDatabase();
  const environment = { STREAMS_PER_TOKEN: '10000', STREAMS_PER_REPLICA: '10000' };
  const startServing = () => stage.startApi({ databaseUrl, environment });
  const [serving, writing] = [await startServing(), await stage.startApi({ databaseUrl })];
  const peer = await stage.startPeer('event-stream-server.mjs', {});
  const streams = {
    server: serving,
    protocol: eventStream({ path: pathOf(SYMBOL), token }),
    write: candleWriter(token, writing, SYMBOL),
  };
  const bare = { server: peer, protocol: eventStream({ path: '/' }), write: frameSender(peer) };
  try {
    for (const size of SIZES) {
      if (openFilesLimit() < size.clients * 2 + 500) {
        yield missing(`${size.clients} streams`, `a limit of ${size.clients * 2 + 500} open files`);
      } else {
        const { at, processor } = await compare({ ours: streams, peer: bare }, size);
        const [what, peerName] = [`${size.clients} streams`, 'trivial node:http server'];
        yield { what: `${what}, commit to receipt, p50`, ...at(0.5), peerName };
        yield { what: `${what}, commit to receipt, p99`, ...at(0.99), peerName, goal: size.goal };
        yield processorTime(what, { ...processor, peerName });
      }
    }
    const sockets = {
      server: await startServing(),
      protocol: webSocket({
        path: '/api/v1/streams/ws',
        token,
        symbols: [`bench:${SOCKET_SYMBOL}`],
        channels: ['kline_1m'],
      }),
      write: candleWriter(token, writing, SOCKET_SYMBOL),
    };
    const size = { clients: SOCKET_CLIENTS, pauseMilliseconds: 100 };
    const { at, processor } = await compare({ ours: sockets, peer: streams }, size);
    const [what, peerName] = [`${SOCKET_CLIENTS} WebSockets`, 'as many event streams of ours'];
    yield { what: `${what}, commit to receipt, p50`, ...at(0.5), peerName };
    yield { what: `${what}, commit to receipt, p99`, ...at(0.99), peerName, goal: atMostTimes(1.3) };
    yield processorTime(what, { ...processor, peerName });
    await sockets.server.stop();
  } finally {
    await Promise.all([serving, writing, peer].map((process) => process.stop()));
  }
}

/** Each function writes the next candle; closes count up from 1. */
function candleWriter(token, { port }, symbol) {
  let written = 0;
  return async () => {
    const number = ++written;
    const body = {
      exchange: 'bench',
      symbol,
      interval: '1m',
      open_time: openTimeOf(number),
      open: '1',
      high: '1000000',
      low: '1',
      close: String(number),
      volume: '12.5',
    };
    const path = '/api/v1/market-data/candlesticks?allow_outlier=true';
    const answer = await sendRequest(port, requestBytes({ method: 'POST', path, token, body }));
    requireAgreement(answer.status === 201, `a candle was answered ${answer.status}: ${answer.body}`);
    return number;
  };
}

function frameSender(peer) {
  let written = 0;
  return async () => {
    const number = ++written;
    const openTime = Date.parse(openTimeOf(number));
    peer.send({ symbol: SYMBOL, close: String(number), openTime });
    return number;
  };
}

const openTimeOf = (number) => new Date(FIRST_OPEN_TIME + number * 60_000).toISOString().replace('.000', '');

/** Latencies in milliseconds by quantile, and the median processor time per event in microseconds, of both contestants. */
async function compare(contestants, { clients, pauseMilliseconds }) {
  const names = Object.keys(contestants);
  const perContestant = (make) => Object.fromEntries(names.map((name) => [name, make(contestants[name])]));
  const readers = perContestant(({ server, protocol }) => new StreamClients(server.port, protocol));
  const latencies = perContestant(() => []);
  const processorMicroseconds = perContestant(() => []);
  try {
    for (const name of names) {
      await readers[name].open(clients);
      await readers[name].all(await contestants[name].write());
    }
    for (let round = -1; round < ROUNDS; round++) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const { server, write } = contestants[name];
        const before = server.cpuMilliseconds();
        let last;
        for (let update = 0; update < UPDATES_PER_ROUND; update++) {
          last = await write();
          await delay(pauseMilliseconds);
        }
        const measured = await readers[name].all(last);
        const spent = server.cpuMilliseconds() - before;
        if (round < 0) continue;
        for (const latency of measured) latencies[name].push(latency);
        processorMicroseconds[name].push((spent * 1000) / (clients * UPDATES_PER_ROUND));
      }
    }
  } finally {
    for (const reader of Object.values(readers)) reader.close();
  }
  const expected = clients * UPDATES_PER_ROUND * ROUNDS;
  for (const name of names) {
    const { length } = latencies[name];
    requireAgreement(length === expected, `${length} of ${expected} events came`);
  }
  return {
    at: (fraction) => Object.fromEntries(names.map((name) => [name, quantile(latencies[name], fraction)])),
    processor: Object.fromEntries(names.map((name) => [name, median(processorMicroseconds[name])])),
  };
}

function processorTime(what, contestants) {
  return {
    what: `${what}, processor time per event (µs)`,
    ...contestants,
    format: (microseconds) => `${microseconds.toFixed(1)} µs`,
    goal: atMostTimes(1.3),
  };
}

function openFilesLimit() {
  const { soft } = process.report.getReport().userLimits.open_files;
  return soft === 'unlimited' ? Infinity : Number(soft);
}
