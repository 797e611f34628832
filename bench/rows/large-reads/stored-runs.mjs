import { requireAgreement } from '../../frame/measurement.mjs';
import { timedRead } from '../../frame/timed-read.mjs';
import { BACKTESTS } from './stored-backtest.mjs';

const FIRST_ID = 1_000_001;
/** What differs from run to run; the rest is of the run that the product made. */
const VARIED = ['id', 'created_at', 'symbol', 'strategy_name', 'author'];
const MEASURES = ['total_return', 'sharpe_ratio', 'max_drawdown', 'cagr', 'win_rate'];

/** The rows of a backtest as JSON text, by their tables. */
export async function templateOf(client, id) {
  const read = async (table, condition) => {
    const { rows } = await client.query(
      `select to_jsonb(stored)::text as text from ${table} stored where ${condition}`,
      [id],
    );
    return rows[0].text;
  };
  return {
    backtest: await read('backtests', 'id = $1'),
    run: await read('runs', `kind = 'backtest' and run_id = $1`),
  };
}

/**
 * So many runs, a minute apart, of 200 symbols, 5 strategies and 20 authors. Every twentieth has no measures. The table of all runs is
 * filled beside that of the backtests, since its trigger would write each row as it was before the run was completed.
 */
export async function seedRuns(client, template, runs) {
  const varied = `'created_at', timestamptz '2024-01-01Z' + n * interval '1 minute',
    'symbol', 'S' || n * 7 % 200, 'strategy_name', 'strategy' || n % 5`;
  const numbers = `generate_series(1, ${runs}) n`;
  const populate = (table, values) =>
    `insert into ${table} overriding system value select copy.*
     from ${numbers}, lateral jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object(${values}, ${varied})) copy`;
  const measures = MEASURES.map(
    (measure, index) =>
      `'${measure}', case when n % 20 > 0 then n * ${7_919 + index} % 100003 / 100003.0 end`,
  );
  await client.query('alter table backtests disable trigger backtests_keep_run');
  await client.query(populate('backtests', `'id', ${FIRST_ID - 1} + n`), [template.backtest]);
  await client.query('alter table backtests enable trigger backtests_keep_run');
  const values = `'run_id', ${FIRST_ID - 1} + n, 'author', 'author' || n % 20, ${measures.join(', ')}`;
  await client.query(populate('runs', values), [template.run]);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Both lists show a seeded run as they show the one that the product made, but for what varies. */
export async function requireSameRuns(api, token, id) {
  for (const path of [`${BACKTESTS}/runs?size=1000`, `${BACKTESTS}?size=1000`]) {
    const { items } = JSON.parse((await timedRead(api.port, { path, token })).text);
    const seeded = items.find((item) => item.id >= FIRST_ID);
    const { text } = await timedRead(api.port, { path: `${BACKTESTS}/${id}`, token });
    const own = items.find((item) => item.id === id) ?? JSON.parse(text);
    const shown = (item) => JSON.stringify({ ...item, ...alike(item) });
    requireAgreement(
      shown(own) === shown(seeded),
      `${path} shows ${shown(seeded)}, of the product's own ${shown(own)}`,
    );
  }
}

function alike({ measures }) {
  const varied = Object.fromEntries(VARIED.map((name) => [name, null]));
  if (!measures) return varied;
  return {
    ...varied,
    measures: { ...measures, ...Object.fromEntries(MEASURES.map((name) => [name, null])) },
  };
}
