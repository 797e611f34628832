import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest, requestBytes } from '../frame/http-load.mjs';
import { atMostTimes, missing, requireAgreement, within } from '../frame/measurement.mjs';
import { median, quantile } from '../frame/statistics.mjs';
import { StreamClients } from '../frame/stream-clients.mjs';

export const title = 'Candles to many streams, written by another replica';

const SYMBOL = 'FANOUT';
const PATH = `/api/v1/streams/ohlcv?exchange=bench&symbol=${SYMBOL}`;
const FIRST_OPEN_TIME = Date.UTC(2020, 0, 1);
const ROUNDS = 6;
const UPDATES_PER_ROUND = 10;
const SIZES = [
  { clients: 1_000, pauseMilliseconds: 100, goal: within(100) },
  { clients: 5_000, pauseMilliseconds: 500, goal: within(350) },
];

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const environment = { STREAMS_PER_TOKEN: '10000', STREAMS_PER_REPLICA: '10000' };
  const [serving, writing] = [
    await stage.startApi({ databaseUrl, environment }),
    await stage.startApi({ databaseUrl }),
  ];
  const peer = await stage.startPeer('event-stream-server.mjs', {});
  try {
    const write = { ours: candleWriter(stage.token, writing), peer: frameSender(peer) };
    for (const size of SIZES) {
      if (openFilesLimit() < size.clients * 2 + 500) {
        yield missing(`${size.clients} streams`, `a limit of ${size.clients * 2 + 500} open files`);
      } else yield* await compare(stage.token, { serving, peer }, write, size);
    }
  } finally {
    await Promise.all([serving, writing, peer].map((process) => process.stop()));
  }
}

/** Each function writes the next candle; both count closes up from 1. */
function candleWriter(token, { port }) {
  let written = 0;
  return async () => {
    const number = ++written;
    const body = {
      exchange: 'bench',
      symbol: SYMBOL,
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

async function compare(token, { serving, peer }, write, { clients, pauseMilliseconds, goal }) {
  const readers = {
    ours: new StreamClients(serving.port, { path: PATH, token }),
    peer: new StreamClients(peer.port, { path: '/' }),
  };
  const servers = { ours: serving, peer };
  const latencies = { ours: [], peer: [] };
  const processorMicroseconds = { ours: [], peer: [] };
  try {
    for (const contestant of ['ours', 'peer']) {
      await readers[contestant].open(clients);
      await readers[contestant].all(await write[contestant]());
    }
    for (let round = -1; round < ROUNDS; round++) {
      for (const contestant of round % 2 === 0 ? ['ours', 'peer'] : ['peer', 'ours']) {
        const before = servers[contestant].cpuMilliseconds();
        let last;
        for (let update = 0; update < UPDATES_PER_ROUND; update++) {
          last = await write[contestant]();
          await delay(pauseMilliseconds);
        }
        const measured = await readers[contestant].all(last);
        const spent = servers[contestant].cpuMilliseconds() - before;
        if (round < 0) continue;
        for (const latency of measured) latencies[contestant].push(latency);
        processorMicroseconds[contestant].push((spent * 1000) / (clients * UPDATES_PER_ROUND));
      }
    }
  } finally {
    for (const reader of Object.values(readers)) reader.close();
  }
  const expected = clients * UPDATES_PER_ROUND * ROUNDS;
  requireAgreement(latencies.ours.length === expected, `${latencies.ours.length} of ${expected} events came`);
  const peerName = 'trivial node:http server';
  const at = (fraction) => ({
    ours: quantile(latencies.ours, fraction),
    peer: quantile(latencies.peer, fraction),
  });
  return [
    { what: `${clients} streams, commit to receipt, p50`, ...at(0.5), peerName },
    { what: `${clients} streams, commit to receipt, p99`, ...at(0.99), peerName, goal },
    {
      what: `${clients} streams, processor time per event (µs)`,
      ours: median(processorMicroseconds.ours),
      peer: median(processorMicroseconds.peer),
      peerName,
      format: (microseconds) => `${microseconds.toFixed(1)} µs`,
      goal: atMostTimes(1.3),
    },
  ];
}

function openFilesLimit() {
  const { soft } = process.report.getReport().userLimits.open_files;
  return soft === 'unlimited' ? Infinity : Number(soft);
}
