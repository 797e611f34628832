import { once } from 'node:events';
import { request } from 'node:http';
import { CandleIngest } from '../../dist/libs/domain/src/market-data/ingest/candle-ingest.js';
import { atMostTimes, requireAgreement, withinMebibytes } from '../frame/measurement.mjs';
import { residentMemory } from '../frame/resident-memory.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';

export const title = 'Bulk ingest of 1,000,000 candles, durable Postgres';

const CANDLES = 1_000_000;
const AT_A_TIME = 20_000;
/** One in so many is stored before, and so is the last: no batch can be appended. */
const STORED_BEFORE = 10;
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
const SERIES = { exchange: 'bench', symbol: 'BULK', interval: '1m' };
const BULK_PATH = '/api/v1/market-data/candlesticks/bulk';
const ROUNDS = 3;
/** By which an upload may let the process grow, however long its body is. */
const MOST_MEBIBYTES = 100;
const COLUMNS = 'open_time, open, high, low, close, volume, is_closed';
const PEER = 'server-file COPY';

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const ground = await prepare(client);
  const worker = await createWorkerContext(databaseUrl);
  try {
    const ingest = worker.get(CandleIngest, { strict: false });
    yield await compare(ground, 'validated upsert, a tenth stored before', 3.5, async () => {
      await ground.empty(STORED_BEFORE);
      return timed(() => ingestAll(ingest, ground.candles));
    });
    yield await compare(ground, 'validated append to a new series', 2, async () => {
      await ground.empty();
      return timed(() => ingestAll(ingest, ground.candles));
    });
  } finally {
    await worker.close();
  }
  for (const format of [NDJSON, CSV]) {
    // One of its own for each: a process keeps what it once needed.
    const api = await stage.startApi({ databaseUrl });
    try {
      yield* await measureEndpoint(stage, api, ground, format);
    } finally {
      await api.stop();
    }
  }
}

/** The same rows as a file that the server reads, as objects for our ingest, and in a table to store some before. */
async function prepare(client) {
  const seriesId = await seedSeries(client, {
    ...SERIES,
    seconds: 60,
    candles: CANDLES,
    lastOpenTime: LAST_OPEN_TIME,
  });
  await client.query(
    `create table bench_source as
     select series_id, open_time, round(open, 2) as open, round(high, 2) as high, round(low, 2) as low, round(close, 2) as close,
            round(volume, 4) as volume, is_closed
     from candlesticks`,
  );
  await client.query('create table bench_candlesticks (like candlesticks including all)');
  const [{ data_directory: directory }] = (await client.query('show data_directory')).rows;
  const file = `${directory}/bench-candlesticks.copy`;
  await client.query(`copy (select * from bench_source order by open_time) to '${file}'`);
  const { rows } = await client.query(
    'select open_time as "openTime", open, high, low, close, volume from bench_source order by open_time',
  );
  return {
    candles: rows,
    empty: async (storedBefore) => {
      await client.query('truncate candlesticks, candlestick_revisions, late_writes');
      await client.query(
        'update series set candle_count = 0, first_open_time = null, last_open_time = null, version = version + 1',
      );
      if (storedBefore) await storeBefore(client, seriesId, storedBefore);
      await client.query('checkpoint');
    },
    copyFile: async () => {
      await client.query('truncate bench_candlesticks');
      await client.query('checkpoint');
      return timed(() => client.query(`copy bench_candlesticks (series_id, ${COLUMNS}) from '${file}'`));
    },
    requireEqual: async () => {
      const [ours, peers] = [
        await digest(client, 'candlesticks'),
        await digest(client, 'bench_candlesticks'),
      ];
      requireAgreement(ours === peers && ours.startsWith(`${CANDLES} `), `rows: ${ours}, and ${peers}`);
      const { rows: counters } = await client.query('select candle_count::int as count from series');
      requireAgreement(counters[0].count === CANDLES, `the counter says ${counters[0].count}`);
    },
  };
}

async function storeBefore(client, seriesId, oneIn) {
  await client.query(
    `insert into candlesticks
     select series_id, ${COLUMNS} from bench_source
     where extract(epoch from open_time)::bigint / 60 % ${oneIn} = 0 or open_time = '${LAST_OPEN_TIME}'`,
  );
  await client.query(
    `update series set (candle_count, first_open_time, last_open_time)
       = (select count(*), min(open_time), max(open_time) from candlesticks) where id = ${seriesId}`,
  );
}

/** The number of rows and a sum over the digits of each. */
async function digest(client, table) {
  const { rows } = await client.query(
    `select count(*) || ' ' || sum(hashtextextended(concat_ws(' ', series_id, ${COLUMNS}), 0)::numeric) as digest
     from ${table}`,
  );
  return rows[0].digest;
}

async function ingestAll(ingest, candles) {
  for (let start = 0; start < candles.length; start += AT_A_TIME) {
    const { refused } = await ingest.ingest(SERIES, candles.slice(start, start + AT_A_TIME));
    requireAgreement(refused.length === 0, `refused: ${JSON.stringify(refused[0])}`);
  }
}

async function compare(ground, what, factor, ours) {
  await ours();
  await ground.copyFile();
  await ground.requireEqual();
  const samples = await interleave({ ours, peer: ground.copyFile }, { rounds: ROUNDS, warmupRounds: 0 });
  return {
    what,
    ours: median(samples.ours),
    peer: median(samples.peer),
    peerName: PEER,
    goal: atMostTimes(factor),
  };
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return [performance.now() - startedAt];
}

const NDJSON = {
  name: 'NDJSON',
  goal: 3,
  type: 'application/x-ndjson',
  query: '',
  header: '',
  line: (candle) => `${JSON.stringify({ ...SERIES, ...toRecord(candle) })}\n`,
};

const CSV = {
  name: 'CSV',
  goal: 2.5,
  type: 'text/csv',
  query: `?${new URLSearchParams(SERIES)}`,
  header: 'open_time,open,high,low,close,volume\n',
  line: (candle) => `${Object.values(toRecord(candle)).join(',')}\n`,
};

function toRecord({ openTime, open, high, low, close, volume }) {
  return { open_time: `${openTime.toISOString().slice(0, 19)}Z`, open, high, low, close, volume };
}

/** End to end: the body goes over the wire as fast as it is taken. */
async function measureEndpoint(stage, api, ground, format) {
  const pieces = bodyOf(ground.candles, format);
  const post = () => postBody(stage.token, api.port, format, pieces);
  const ours = async () => {
    await ground.empty();
    return timed(post);
  };
  const idle = residentMemory(api.pid).now;
  await ours();
  await ground.copyFile();
  await ground.requireEqual();
  const samples = await interleave({ ours, peer: ground.copyFile }, { rounds: ROUNDS, warmupRounds: 0 });
  return [
    {
      what: `POST candlesticks/bulk, ${format.name} into a new series`,
      ours: median(samples.ours),
      peer: median(samples.peer),
      peerName: PEER,
      goal: atMostTimes(format.goal),
    },
    {
      what: `its peak memory above idle, ${format.name} of ${mebibytes(byteLength(pieces)).toFixed(0)} MiB`,
      ours: residentMemory(api.pid).peak - idle,
      ...withinMebibytes(MOST_MEBIBYTES),
    },
  ];
}

function bodyOf(candles, { header, line }) {
  const pieces = header ? [Buffer.from(header)] : [];
  for (let start = 0; start < candles.length; start += 1_000) {
    pieces.push(
      Buffer.from(
        candles
          .slice(start, start + 1_000)
          .map(line)
          .join(''),
      ),
    );
  }
  return pieces;
}

async function postBody(token, port, { type, query }, pieces) {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${BULK_PATH}${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': byteLength(pieces) },
  });
  const answered = once(sending, 'response');
  for (const piece of pieces) if (!sending.write(piece)) await once(sending, 'drain');
  sending.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const answer = JSON.parse(text);
  requireAgreement(
    answer.inserted === CANDLES && answer.refused === 0,
    `the answer is ${text.slice(0, 300)}`,
  );
}

const byteLength = (pieces) => pieces.reduce((sum, { length }) => sum + length, 0);

const mebibytes = (bytes) => bytes / 2 ** 20;
