import { drive, requestBytes } from '../../frame/http-load.mjs';
import { atMostTimes, missing, requireAgreement } from '../../frame/measurement.mjs';
import { interleave, median } from '../../frame/statistics.mjs';
import { timedRead } from '../../frame/timed-read.mjs';
import { BACKTESTS } from './stored-backtest.mjs';
import { requireSameRuns, seedRuns, templateOf } from './stored-runs.mjs';

const MANY = 100_000;
const FEW = 1_000;
const SIZE = 50;
const ROUNDS = 9;
const REQUESTS = 12;

const RUNS = `${BACKTESTS}/runs?size=${SIZE}`;
const NEWEST = 'created_at desc, kind desc, run_id desc';
const SAME = atMostTimes(1.5);

/** `late`: after nine tenths of the list. What reads all runs grows with them, and has no goal for that. */
const SCENARIOS = [
  { what: 'newest', path: RUNS, sorted: NEWEST, cpu: atMostTimes(2.5), grows: SAME },
  { what: 'newest, late', path: RUNS, sorted: NEWEST, late: 'created_at, kind, run_id', grows: SAME },
  {
    what: 'largest Sharpe ratio',
    path: `${RUNS}&sort=sharpe_ratio`,
    sorted: `sharpe_ratio desc nulls last, ${NEWEST}`,
    grows: SAME,
  },
  {
    what: 'largest Sharpe ratio, late',
    path: `${RUNS}&sort=sharpe_ratio`,
    sorted: `sharpe_ratio desc nulls last, ${NEWEST}`,
    late: 'sharpe_ratio, created_at, kind, run_id',
    grows: SAME,
  },
  {
    what: 'smallest Sharpe ratio',
    path: `${RUNS}&sort=sharpe_ratio&order=asc`,
    sorted: `sharpe_ratio asc nulls last, ${NEWEST}`,
    grows: SAME,
  },
  { what: 'of one symbol', path: `${RUNS}&symbol=S7`, where: `symbol = 'S7'`, sorted: NEWEST },
  {
    what: 'of one author, completed',
    path: `${RUNS}&author=author7&status=completed`,
    where: `author = 'author7' and status = 'completed'`,
    sorted: NEWEST,
  },
  {
    what: 'largest win rate, which has no index',
    path: `${RUNS}&sort=win_rate`,
    sorted: `win_rate desc nulls last, ${NEWEST}`,
  },
  {
    what: 'a Sharpe ratio of 0.99 and more',
    path: `${RUNS}&at_least=sharpe_ratio:0.99`,
    where: 'sharpe_ratio >= 0.99',
    sorted: NEWEST,
  },
  {
    what: 'backtests, newest',
    path: `${BACKTESTS}?size=${SIZE}`,
    table: 'backtests',
    sorted: 'id desc',
    grows: SAME,
  },
  {
    what: 'backtests, newest, late',
    path: `${BACKTESTS}?size=${SIZE}`,
    ...{ table: 'backtests', sorted: 'id desc', late: 'id' },
    grows: SAME,
  },
];

/** Lists of 100,000 stored runs against a bare page of the same rows, and against the same lists of 1,000. */
export async function* measureRuns(stage, { api, bare, token, client }, smallId) {
  const template = await templateOf(client, smallId);
  await seedRuns(client, template, MANY);
  await requireSameRuns(api, token, smallId);
  const databaseUrl = await stage.createDatabase();
  const fewClient = await stage.connect(databaseUrl);
  await seedRuns(fewClient, template, FEW);
  const few = await stage.startApi({ databaseUrl });
  try {
    for (const scenario of SCENARIOS) yield* await compare(scenario, { api, few, bare, token, client });
  } finally {
    await few.stop();
  }
}

async function compare({ what, late, cpu, grows, ...scenario }, { api, few, bare, token, client }) {
  const many = await countOf(client, scenario);
  const [path, fewPath] = [
    late ? await lateOf(api, token, scenario.path, many) : scenario.path,
    late ? await lateOf(few, token, scenario.path, FEW) : scenario.path,
  ];
  const statements = await statementsOf(client, scenario, late && offsetOf(many), late);
  const requests = {
    ours: [api, requestBytes({ method: 'GET', path, token })],
    few: [few, requestBytes({ method: 'GET', path: fewPath, token })],
    peer: [bare, requestBytes({ method: 'POST', path: '/rows', body: { statements } })],
  };
  await requireSamePage(what, { api, bare, token }, path, statements);
  const rounds = Object.entries(requests).map(([side, request]) => [
    side,
    async () => [await turn(...request)],
  ]);
  const samples = await interleave(Object.fromEntries(rounds), { rounds: ROUNDS });
  const of = (side, figure) => median(samples[side].map((sample) => sample[figure]));
  const name = `${MANY} runs, page of ${SIZE}: ${what}`;
  const peerName = 'bare node:http + pg';
  const time = of('ours', 'milliseconds');
  return [
    { what: `${name}, time`, ours: time, peer: of('peer', 'milliseconds'), peerName, goal: atMostTimes(2) },
    {
      what: `${name}, time`,
      ours: time,
      peer: of('few', 'milliseconds'),
      peerName: `${FEW} runs`,
      goal: grows,
    },
    ...(cpu ? [cpuLine(`${name}, CPU`, of('ours', 'cpu'), of('peer', 'cpu'), { peerName, goal: cpu })] : []),
  ];
}

function cpuLine(what, ours, peer, rest) {
  if (Number.isNaN(ours)) return missing(what, '/proc, which has the CPU time of a process');
  return { what, ours, peer, ...rest };
}

const offsetOf = (runs) => Math.floor((runs * 0.9) / SIZE) * SIZE;

async function countOf(client, { table = 'runs', where = 'true' }) {
  const { rows } = await client.query(`select count(*)::integer as count from ${table} where ${where}`);
  return rows[0].count;
}

/** The address that follows the page up to nine tenths of the list. */
async function lateOf(api, token, path, runs) {
  const before = `${path}&page=${offsetOf(runs) / SIZE}`;
  const { link } = await timedRead(api.port, { path: before, token });
  return `${path.split('?')[0]}${/<[^>?]*(\?[^>]*)>; rel="next"/.exec(link)[1]}`;
}

/** The same rows and their number; a late page is what follows the row that is last before it. */
async function statementsOf(client, { table = 'runs', where = 'true', sorted }, offset, late) {
  const list = (condition, limit) =>
    `select * from ${table} where ${condition} order by ${sorted} limit ${limit}`;
  let condition = where;
  if (late) {
    const { rows } = await client.query(
      `select format('(%s)', concat_ws(', ', ${late
        .split(', ')
        .map((column) => `quote_literal(${column})`)
        .join(', ')})) as key
       from (${list(where, 1)} offset ${offset - 1}) last`,
    );
    condition = `${where} and (${late}) < ${rows[0].key}`;
  }
  return [list(condition, SIZE), `select count(*) from ${table} where ${where}`];
}

async function requireSamePage(what, { api, bare, token }, path, statements) {
  const { items, total } = JSON.parse((await timedRead(api.port, { path, token })).text);
  const answer = await timedRead(bare.port, { method: 'POST', path: '/rows', body: { statements } });
  const [rows, [{ count }]] = JSON.parse(answer.text);
  const ids = [items.map(({ id }) => id).join(), rows.map((row) => row.run_id ?? row.id).join()];
  requireAgreement(
    ids[0] === ids[1] && total === count,
    `${what}: ${total} runs, ${ids[0]}; the peer ${count}, ${ids[1]}`,
  );
}

/** Median time and CPU of the server, per request. */
async function turn(server, bytes) {
  const before = server.cpuMilliseconds();
  const latencies = await drive(server.port, [Array.from({ length: REQUESTS }, () => bytes)]);
  return { milliseconds: median(latencies), cpu: (server.cpuMilliseconds() - before) / latencies.length };
}
