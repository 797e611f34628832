import { CandleReorder } from '../../dist/libs/domain/src/market-data/chunks/candle-reorder.js';
import { hasChunks, setChunkLength } from '../../dist/libs/domain/src/market-data/chunks/set-chunk-length.js';
import { requireAgreement, within } from '../frame/measurement.mjs';
import { median } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';

export const title =
  'One series out of a day of 1,000 series written minute by minute, before and after the reorder';

const SERIES = 1_000;
/** Up to a chunk of 7; one of them is read. */
const DAYS = Number(process.env.CHUNK_DAYS ?? 1);
const MINUTES_A_DAY = 1_440;
const MINUTES = DAYS * MINUTES_A_DAY;
/** The first day of a chunk. */
const DAY = '2024-01-04T00:00:00Z';
const READS = 15;

const atMost = (limit, unit) => ({ text: `≤ ${limit} ${unit}`, isMet: ({ ours }) => ours <= limit });
const count = (value) => value.toFixed(0);
const bytes = (value) => `${value.toFixed(1)} bytes`;

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  await setChunkLength(databaseUrl, 7);
  const client = await stage.connect(databaseUrl);
  const isChunked = await hasChunks(client);
  const where = isChunked ? 'TimescaleDB' : 'plain Postgres';

  const writing = await timeOf(() => writeDay(client));
  yield {
    what: `${where}: rows written per second`,
    ours: (SERIES * MINUTES) / (writing / 1000),
    format: count,
    wantsMore: true,
  };
  const sizeOfRow = async (how) => {
    const size = isChunked ? `hypertable_size('candlesticks')` : `pg_total_relation_size('candlesticks')`;
    const { rows } = await client.query(`select ${size}::float8 / $1 as bytes`, [SERIES * MINUTES]);
    return { what: `${where}: a row with its indexes, ${how}`, ours: rows[0].bytes, format: bytes };
  };
  yield await sizeOfRow('as written');

  await client.query('vacuum analyze candlesticks');
  const read = `${where}: a series of ${MINUTES_A_DAY} candles`;
  yield* await measureReads(client, `${read}, as written`);
  yield { what: `${where}: the reorder`, ours: await timeOf(() => reorder(databaseUrl, client, isChunked)) };
  yield await sizeOfRow('in order');
  const goals = { blocks: atMost(60, 'blocks'), milliseconds: within(3) };
  yield* await measureReads(client, `${read}, in order`, goals);
}

async function writeDay(client) {
  await client.query(
    `insert into series (exchange, symbol, interval, calendar)
     select 'bench', 'S' || number, '1m', '24x7' from generate_series(1, $1) number`,
    [SERIES],
  );
  await client.query(
    `insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
     select id, time, 100.25 + id, 101.5 + id, 99.75 + id, 100.5 + id, 12.345, true
     from generate_series($1::timestamptz, $1::timestamptz + make_interval(mins => $2 - 1), '1 minute') time, series
     order by time, id`,
    [DAY, MINUTES],
  );
}

/** By the worker's own task; on plain Postgres by the statement of docs/operations.md. */
async function reorder(databaseUrl, client, isChunked) {
  if (!isChunked) return client.query('cluster candlesticks using candlesticks_pkey');
  const worker = await createWorkerContext(databaseUrl, {
    CANDLE_REORDER_HOURS: '0-24',
    CANDLE_REORDER_SECONDS: '3600',
  });
  const outcomes = [];
  try {
    const { signal } = new AbortController();
    await worker
      .get(CandleReorder, { strict: false })
      .reorder(signal, ({ outcome }) => outcomes.push(outcome));
  } finally {
    await worker.close();
  }
  requireAgreement(outcomes.join() === 'reordered', `the chunk was ${outcomes.join() || 'not'} reordered`);
}

async function measureReads(client, what, goals = {}) {
  const reads = [];
  for (let read = 0; read < READS; read++) reads.push(await readSeries(client, read));
  const of = (figure) => median(reads.map((read) => read[figure]));
  return [
    { what: `${what}: blocks`, ours: of('blocks'), format: count, goal: goals.blocks },
    { what, ours: of('milliseconds'), goal: goals.milliseconds },
  ];
}

/** Each time another series, whose pages are in memory already after the writes. */
async function readSeries(client, read) {
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) select * from candlesticks
     where series_id = (select id from series order by id offset ${read * 50} limit 1)
       and open_time >= timestamptz '${DAY}' and open_time < timestamptz '${DAY}' + interval '1 day' order by open_time`,
  );
  const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN'];
  requireAgreement(plan['Actual Rows'] === MINUTES_A_DAY, `${plan['Actual Rows']} candles were read`);
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], milliseconds };
}

async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
