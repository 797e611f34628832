// npm run bench:console -- [<part>…] [--minutes N]: what the web console costs in a Chromium, each figure beside its goal.
//   parts        first-load, many-trades, many-candles, live-chart; all of them by default
//   --minutes    how long the live chart is watched: 60 for the goal, 1 by default
// Exit code 1 when a part crashes; a goal that is missed is a finding and not an error.
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { ensureInstalled } from '../scripts/ensure-installed.mjs';
import { openStage, printMachine } from './frame/open-stage.mjs';
import { formatMeasurement, formatTable, toCells } from './frame/table.mjs';

const PARTS = ['first-load', 'many-trades', 'many-candles', 'live-chart'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
const unknown = positionals.filter((part) => !PARTS.includes(part));
if (unknown.length > 0 || !(minutes > 0)) {
  console.error(`Parts are ${PARTS.join(', ')}; --minutes is a number above 0.`);
  process.exit(2);
}
await ensureInstalled();
await build({ withConsole: true });

printMachine();
const stage = await openStage({});

const measured = [];
try {
  const service = await startService();
  for (const part of PARTS) {
    if (positionals.length === 0 || positionals.includes(part))
      measured.push(await measurePart(part, service));
  }
} finally {
  await stage.close();
}
console.log(`\n${formatTable(measured)}`);
process.exit(measured.some(({ failed }) => failed) ? 1 : 0);

/** API and worker on a durable Postgres, the worker with the simulated exchange that `npm start` has. */
async function startService() {
  const databaseUrl = await stage.createDatabase();
  const [{ port }, client] = await Promise.all([stage.startApi({ databaseUrl }), stage.connect(databaseUrl)]);
  await stage.startWorker({ databaseUrl, environment: { CANDLE_FEED: 'sim:SIM-A/USDT:1m' } });
  const origin = `http://127.0.0.1:${port}`;
  const api = async (method, path, body) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stage.token}`,
        prefer: 'wait=60',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return { origin, token: stage.token, client, api, minutes };
}

async function measurePart(number, service) {
  const cells = [];
  try {
    const { title, measure } = await import(`./console/${number}.mjs`);
    console.log(`\n${title}`);
    for await (const measurement of measure(service)) {
      cells.push(toCells(measurement));
      console.log(`   ${formatMeasurement(measurement)}`);
    }
    return { number, cells, failed: false };
  } catch (error) {
    console.error(`\n${number} FAILED: ${error.stack}`);
    return { number, cells, failed: true };
  }
}
