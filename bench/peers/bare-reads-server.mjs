// The limit for row 21: node:http and pg, no token, no validation, no framework. Requests bring their SQL.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const ROWS_AT_ONCE = 1_000;

const routes = {
  /** The one value of the one row, as it is stored. */
  async '/stored'({ text }, response) {
    const { rows } = await pool.query({ text, rowMode: 'array' });
    respond(response, rows[0][0]);
  },
  /** The rows of each statement. */
  async '/rows'({ statements }, response) {
    const results = await Promise.all(statements.map((text) => pool.query(text)));
    respond(response, JSON.stringify(results.map(({ rows }) => rows)));
  },
  /** A line per row, through a cursor. */
  async '/lines'({ head, text }, response) {
    const client = await pool.connect();
    try {
      await client.query(`begin read only; declare lines no scroll cursor for ${text}`);
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write(head);
      for (;;) {
        const { rows } = await client.query({ text: `fetch ${ROWS_AT_ONCE} from lines`, rowMode: 'array' });
        if (rows.length === 0) break;
        response.write(rows.map((row) => `${row.join(',')}\r\n`).join(''));
      }
      response.end();
      await client.query('commit');
    } finally {
      client.release();
    }
  },
};

function respond(response, text) {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    routes[request.url](JSON.parse(Buffer.concat(chunks)), response).catch((error) =>
      response.writeHead(500, { 'content-length': 0 }).end(console.error(error)),
    );
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
process.once('disconnect', () => process.exit());
