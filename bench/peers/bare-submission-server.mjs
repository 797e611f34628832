// The limit for row 12's burst: node:http, pg and BullMQ, no token, no validation, no framework. What is committed before the 202 is the
// product's: a backtest, its job and the entry of the outbox, in one statement.
import { createServer } from 'node:http';
import { Queue } from 'bullmq';
import pg from 'pg';

/** As many connections as the API has. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
const queue = new Queue('backtest', { connection: { url: process.env.REDIS_URL } });

const SUBMIT = {
  name: 'submit',
  text: `
    with backtest as (
      insert into backtests (strategy_name, symbol, interval, exchange, start_date, end_date)
      values ($1, $2, $3, $4, $5, $6) returning id, created_at
    ), job as (
      insert into job_runs (job, subject) select 'backtest', id from backtest returning subject, run
    ), entry as (
      insert into job_outbox (job, subject, run) select 'backtest', subject, run from job returning id
    )
    select backtest.id, backtest.created_at, job.run, entry.id as entry from backtest, job, entry`,
};

async function submit(chunks) {
  const { strategy_name, symbol, interval, exchange, start_date, end_date } = JSON.parse(
    Buffer.concat(chunks),
  );
  const values = [strategy_name, symbol, interval, exchange, start_date, end_date];
  return (await pool.query({ ...SUBMIT, values })).rows[0];
}

async function dispatch({ id, run, entry }) {
  await queue.add(
    'backtest',
    { subject: String(id), run },
    { jobId: `backtest-${id}-${run}`, removeOnComplete: { count: 100 } },
  );
  await pool.query('delete from job_outbox where id = $1', [entry]);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    submit(chunks)
      .then((row) => {
        const text = JSON.stringify({ id: row.id, status: 'pending', created_at: row.created_at });
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        response.writeHead(202, headers).end(text);
        return dispatch(row);
      })
      .catch((error) => response.writeHead(500, { 'content-length': 0 }).end(console.error(error)));
  });
});
server.keepAliveTimeout = 60_000;
await queue.waitUntilReady();
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
process.once('disconnect', () => process.exit());
