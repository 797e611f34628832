// The limit for rows 6 and 8: node:http and pg, no token, no validation, no framework. Rows become objects, objects JSON.
import { createServer } from 'node:http';
import pg from 'pg';

/** As many connections as the API has. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
// The id and the total are int8, which pg leaves as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const CANDLE = `
  series_id::bigint * 4294967296 + extract(epoch from open_time)::bigint as id, exchange, symbol, interval, open_time,
  open, high, low, close, volume`;

const INSERT = {
  name: 'insert',
  text: `
    insert into bench_candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
    select id, $4, $5, $6, $7, $8, $9, true from series where exchange = $1 and symbol = $2 and interval = $3
    on conflict (series_id, open_time) do update set open = excluded.open, high = excluded.high, low = excluded.low,
      close = excluded.close, volume = excluded.volume
    returning series_id`,
};

/** Along the key of each series: a join that is sorted afterwards would read all of its candles. */
const along = (order, limit, condition = '') => `
  cross join lateral (
    select * from candlesticks where series_id = series.id ${condition} order by open_time ${order} limit ${limit}
  ) candle`;

const PAGE = {
  name: 'page',
  text: `
    select ${CANDLE}, series.candle_count as total from series ${along('desc', '$4')}
    where exchange = $1 and symbol = $2 and interval = $3 order by open_time desc`,
};

const FROM = {
  name: 'from',
  text: `
    select ${CANDLE} from series ${along('asc', '$5', 'and open_time >= $4')}
    where exchange = $1 and symbol = $2 and interval = $3 order by open_time`,
};

const NEWEST_OF_ALL = {
  name: 'newest-of-all',
  text: `
    select ${CANDLE} from series ${along('desc', '$1')}
    order by open_time desc, series_id desc limit $1`,
};

const routes = {
  'POST /candles': async ({ body }) => {
    const { exchange, symbol, interval, open_time, open, high, low, close, volume } = body;
    const values = [exchange, symbol, interval, open_time, open, high, low, close, volume];
    const { rows } = await pool.query({ ...INSERT, values });
    return { id: rows[0].series_id * 2 ** 32 + Date.parse(open_time) / 1000, ...body };
  },
  'GET /candles': async ({ query }) => {
    const size = Number(query.get('size'));
    const filter = ['exchange', 'symbol', 'interval'].map((name) => query.get(name));
    const { rows } = await pool.query({ ...PAGE, values: [...filter, size] });
    const total = rows[0].total;
    for (const row of rows) row.total = undefined;
    return { items: rows, total, page: 1, size };
  },
  'GET /all': async ({ query }) => {
    const size = Number(query.get('size'));
    const { rows } = await pool.query({ ...NEWEST_OF_ALL, values: [size] });
    return { items: rows, page: 1, size };
  },
  'POST /query': async ({ body }) => {
    const { exchange, symbol, interval, start, limit } = body;
    return (await pool.query({ ...FROM, values: [exchange, symbol, interval, start, limit] })).rows;
  },
};

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : undefined;
}

const server = createServer((request, response) => {
  const [path, search] = request.url.split('?');
  const route = routes[`${request.method} ${path}`];
  readBody(request)
    .then((body) => route({ body, query: new URLSearchParams(search) }))
    .then((answer) => {
      const text = JSON.stringify(answer);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(request.method === 'POST' && path === '/candles' ? 201 : 200, headers).end(text);
    })
    .catch((error) => response.writeHead(500, { 'content-length': 0 }).end(console.error(error)));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
process.once('disconnect', () => process.exit());
