import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../dist/libs/domain/src/database/data-source-options.js';
import { CandlestickPageReader } from '../../../dist/libs/domain/src/market-data/reading/candlestick-page.reader.js';
import { CandlestickReader } from '../../../dist/libs/domain/src/market-data/reading/candlestick.reader.js';
import { SeriesRepository } from '../../../dist/libs/domain/src/market-data/series/series.repository.js';
import { poolOf } from '../../../dist/libs/domain/src/postgres/pool.js';
import { drive, requestBytes } from '../../frame/http-load.mjs';
import { atMostTimes, requireAgreement } from '../../frame/measurement.mjs';
import { seedSeries } from '../../frame/seeded-series.mjs';
import { interleave, median } from '../../frame/statistics.mjs';
import { timedRead } from '../../frame/timed-read.mjs';

const SERIES = 10;
const MANY = Number(process.env.CANDLE_ROWS ?? 20_000_000) / SERIES;
const FEW = 200_000 / SERIES;
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
const SIZE = 50;
const ROUNDS = 15;
const REQUESTS = 30;
const LIST = '/api/v1/market-data/candlesticks';
/** In the order of the key a page of candles lies in one or two blocks, below three or four of the index. */
const MOST_BLOCKS = 16;

const atMostBlocks = (limit) => ({ text: `≤ ${limit} blocks`, isMet: ({ ours }) => ours <= limit });
const nameOf = (number) => ({ exchange: 'bench', symbol: `C${number}`, interval: '1m' });

/** A page, a query and a look-up in one of ten series, of 20,000,000 candles and of 200,000. */
export async function* measureCandles(stage) {
  const [few, many] = [await openSide(stage, FEW), await openSide(stage, MANY)];
  const rows = MANY * SERIES;
  yield { what: `${rows} candles of ${SERIES} series seeded`, ours: many.seeding };
  yield {
    what: 'a candle with its index',
    ours: await bytesPerRow(many),
    format: (value) => `${value.toFixed(0)} bytes`,
  };
  try {
    for (const read of ['list', 'query', 'byId']) {
      const name = `${rows} candles: ${many.reads[read].what}`;
      const samples = await interleave({ many: many.turn(read), few: few.turn(read) }, { rounds: ROUNDS });
      yield {
        what: `${name}, time`,
        ours: median(samples.many),
        peer: median(samples.few),
        peerName: `${FEW * SERIES} candles`,
        goal: atMostTimes(1.5),
      };
      yield {
        what: `${name}, blocks`,
        ours: await many.blocks(read),
        peer: await few.blocks(read),
        peerName: `${FEW * SERIES} candles`,
        format: (value) => value.toFixed(0),
        goal: atMostBlocks(MOST_BLOCKS),
      };
    }
  } finally {
    await Promise.all([few, many].map(({ close }) => close()));
  }
}

async function openSide(stage, candles) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const startedAt = performance.now();
  for (let number = 0; number < SERIES; number++) {
    await seedSeries(client, { ...nameOf(number), seconds: 60, candles, lastOpenTime: LAST_OPEN_TIME });
  }
  const seeding = performance.now() - startedAt;
  const api = await stage.startApi({ databaseUrl });
  const series = nameOf(SERIES / 2);
  const start = new Date(Date.parse(LAST_OPEN_TIME) - (candles / 2) * 60_000);
  const reads = await readsOf(api, stage.token, series, start);
  const dataSource = await new DataSource(
    dataSourceOptions({ databaseUrl, databasePoolSize: 1 }),
  ).initialize();
  return {
    ...{ client, seeding, reads },
    turn: (read) => () => drive(api.port, [Array.from({ length: REQUESTS }, () => reads[read].bytes)]),
    blocks: (read) => blocksOf(dataSource, client, reads[read].ofReaders),
    close: () => Promise.all([api.stop(), dataSource.destroy()]),
  };
}

/** What is requested of the API, and the same of its readers, in this process. */
async function readsOf(api, token, series, start) {
  const list = `${LIST}?${new URLSearchParams(series)}&size=${SIZE}`;
  const body = { ...series, start: start.toISOString(), limit: SIZE };
  const query = { method: 'POST', path: `${LIST}/query`, token, body };
  const { items } = JSON.parse((await timedRead(api.port, { path: list, token })).text);
  const found = JSON.parse((await timedRead(api.port, query)).text);
  requireAgreement(
    items.length === SIZE && items[0].open_time === LAST_OPEN_TIME,
    `${items.length} newest candles`,
  );
  requireAgreement(
    found.length === SIZE && Date.parse(found[0].open_time) === start.getTime(),
    `${found.length} candles from ${start.toISOString()}`,
  );
  const { id } = found[0];
  return {
    list: {
      what: `the newest ${SIZE} of a series`,
      bytes: requestBytes({ method: 'GET', path: list, token }),
      ofReaders: ({ pages }) => pages.page(series, { offset: 0, limit: SIZE }),
    },
    query: {
      what: `${SIZE} from the middle of a series`,
      bytes: requestBytes(query),
      ofReaders: ({ reader }) => reader.query(series, { start }, SIZE),
    },
    byId: {
      what: 'one by its id',
      bytes: requestBytes({ method: 'GET', path: `${LIST}/${id}`, token }),
      ofReaders: ({ reader }) => reader.byId(id),
    },
  };
}

/** Blocks of the statements that a read sends, by the plan for any values: that of a statement which was prepared. */
async function blocksOf(dataSource, client, read) {
  const series = new SeriesRepository(dataSource);
  const readers = {
    pages: new CandlestickPageReader(dataSource, series),
    reader: new CandlestickReader(dataSource, series),
  };
  const statements = await statementsOf(poolOf(dataSource), () => read(readers));
  await client.query('set plan_cache_mode = force_generic_plan');
  let blocks = 0;
  for (const { text, values } of statements) {
    await client.query(`prepare read as ${text}`);
    const literals = values.map((value) => client.escapeLiteral(literalOf(value)));
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) execute read (${literals.join(', ')})`,
    );
    await client.query('deallocate read');
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    requireAlongKey(plan);
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}

/** Candles are read by an index, whatever else the plan does. */
function requireAlongKey({ Plans: plans = [], ...node }) {
  const isOfCandles = /candlesticks|_hyper_/.test(node['Relation Name']);
  const isIndexed = /^Index/.test(node['Node Type']);
  requireAgreement(!isOfCandles || isIndexed, `candles are read by ${node['Node Type']}`);
  plans.forEach(requireAlongKey);
}

function literalOf(value) {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join()}}` : String(value);
}

async function statementsOf(pool, work) {
  const statements = [];
  const { query } = pool;
  pool.query = (statement, values) => {
    statements.push(typeof statement === 'string' ? { text: statement, values } : statement);
    return query.call(pool, statement, values);
  };
  try {
    await work();
  } finally {
    delete pool.query;
  }
  return statements;
}

async function bytesPerRow({ client }) {
  const { rows } = await client.query(
    `select pg_total_relation_size('candlesticks')::float8 / (select sum(candle_count) from series) as bytes`,
  );
  return rows[0].bytes;
}
