import { setTimeout as delay } from 'node:timers/promises';
import { requestBytes, sendRequest } from '../../frame/http-load.mjs';
import { requireAgreement } from '../../frame/measurement.mjs';
import { seedSeries } from '../../frame/seeded-series.mjs';
import { timedRead } from '../../frame/timed-read.mjs';

export const BACKTESTS = '/api/v1/backtesting';

const SERIES = { exchange: 'bench', symbol: 'BTC/USDT', interval: '1h' };
const CANDLES = 2_000;
const LAST_OPEN_TIME = '2024-12-31T23:00:00Z';
const LONGEST_SECONDS = 60;

/** A run that the product makes: a worker of its own computes it. Answers its id. */
export async function runBacktest(stage, { api, client, databaseUrl }) {
  await seedSeries(client, {
    ...{ ...SERIES, seconds: 3_600, candles: CANDLES, lastOpenTime: LAST_OPEN_TIME },
    step: 997,
  });
  const worker = await stage.startWorker({ databaseUrl });
  try {
    const body = {
      ...{ strategy_name: 'sma_cross', ...SERIES, parameters: { fast: 3, slow: 8 } },
      ...{ start_date: '2024-10-20', end_date: '2024-12-31' },
    };
    const request = requestBytes({ method: 'POST', path: BACKTESTS, token: stage.token, body });
    const answer = await sendRequest(api.port, request);
    requireAgreement(answer.status === 202, `a submission was answered ${answer.status}: ${answer.body}`);
    const { id } = JSON.parse(answer.body);
    await completed(client, id);
    return id;
  } finally {
    await worker.stop();
  }
}

async function completed(client, id) {
  const deadline = performance.now() + LONGEST_SECONDS * 1000;
  for (;;) {
    const { rows } = await client.query('select status, failure_reason from backtests where id = $1', [id]);
    const [{ status, failure_reason: reason }] = rows;
    if (status === 'completed') return;
    requireAgreement(status !== 'failed' && performance.now() < deadline, `the run is ${status}: ${reason}`);
    await delay(100);
  }
}

/** The same run with its trades again and again, each time after those before, until there are so many. Answers its id. */
export async function copyBacktest(client, id, trades) {
  const { rows } = await client.query(
    `insert into backtests overriding system value
     select copy.* from backtests stored,
       lateral (select nextval(pg_get_serial_sequence('backtests', 'id')) as next) sequence,
       lateral jsonb_populate_record(stored, jsonb_build_object('id', next)) copy
     where stored.id = $1 returning backtests.id`,
    [id],
  );
  const copied = rows[0].id;
  for (const table of ['backtest_reports', 'backtest_equity']) {
    await client.query(
      `insert into ${table} select copy.*
       from ${table} stored, lateral jsonb_populate_record(stored, jsonb_build_object('backtest_id', $2::integer)) copy
       where stored.backtest_id = $1`,
      [id, copied],
    );
  }
  await client.query(
    `with run as (
       select count(*)::integer as trades, max(exit_time) - min(entry_time) as span from backtest_trades where backtest_id = $1
     )
     insert into backtest_trades select copy.*
     from run, generate_series(0, $3::integer / trades) turn, backtest_trades stored,
       lateral jsonb_populate_record(stored, jsonb_build_object('backtest_id', $2::integer, 'position', turn * trades + position,
         'entry_time', entry_time + turn * span, 'exit_time', exit_time + turn * span)) copy
     where stored.backtest_id = $1 and turn * trades + stored.position < $3
     order by copy.position`,
    [id, copied, trades],
  );
  await client.query('vacuum analyze backtest_trades');
  return copied;
}

/** A copy with as many trades as the product's own run: what the API answers of both must be the same. */
export async function requireSameRun(api, token, client, id) {
  const { rows } = await client.query(
    'select count(*)::integer as trades from backtest_trades where backtest_id = $1',
    [id],
  );
  const [{ trades }] = rows;
  requireAgreement(trades > 50, `the run made ${trades} trades`);
  const copied = await copyBacktest(client, id, trades);
  for (const [what, accept] of [
    ['report', 'application/json'],
    ['trades?size=1000', 'application/json'],
    ['trades', 'text/csv'],
  ]) {
    const read = async (run) => {
      const { text } = await timedRead(api.port, { path: `${BACKTESTS}/${run}/${what}`, token, accept });
      return accept === 'text/csv' ? text : { ...JSON.parse(text), id: null, timings: null };
    };
    const [own, copy] = [JSON.stringify(await read(id)), JSON.stringify(await read(copied))];
    requireAgreement(
      own === copy,
      `${what} of the copy is ${copy.slice(0, 500)}, of the run ${own.slice(0, 500)}`,
    );
  }
}
