// A Prometheus with our rules scrapes what the API and a worker report, and evaluates each expression of the dashboards by its HTTP API.
// A panel without data fails, unless the scraped service has nothing to show in it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';
import { findFreePort } from '../../free-port.mjs';
import { liveScrape } from './live-scrape.mjs';
import { runTool } from './tools.mjs';
import { loadTypeScript, root } from './type-script.mjs';

const NO_FAILURE = 'nothing has failed';
/** What the service of live-scrape.mjs has no data of. */
const WITHOUT_DATA = {
  'candelabra-api.json: Errors by route': NO_FAILURE,
  'candelabra-data.json: Newest funding': 'no exchange answers',
  'candelabra-data.json: Time since funding was fetched': 'no exchange answers',
  'candelabra-data.json: Roll-ups': NO_FAILURE,
  'candelabra-runs.json: Unfinished jobs': 'workers have done everything',
  'candelabra-runtime.json: Messages from the broker': 'there is no broker',
};
const SCRAPES = 4;
/** Enough for the expressions that leave out what is rare. */
const GROWTH = 100;
const PATIENCE_SECONDS = 60;
const { expressionsOfDashboards } = loadTypeScript('ops/promql/expressions.ts');

await runTool('prometheus', ['--version']);
const folder = mkdtempSync(join(tmpdir(), 'candelabra-prometheus-'));
const replay = await serve(await liveScrape());
const port = await findFreePort();
writeConfiguration();
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ],
  { stdio: 'inherit' },
);
try {
  await until('Ready', async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok);
  await untilScraped();
  await untilRecorded();
  await evaluate();
} finally {
  prometheus.kill();
  await once(prometheus, 'exit');
  replay.close();
  rmSync(folder, { recursive: true });
}

/** The processes as two targets: their texts, with counters that grow from scrape to scrape. */
async function serve({ api, worker }) {
  const factors = { '/api': 0, '/worker': 0 };
  const server = createServer(({ url }, response) => {
    factors[url] += GROWTH;
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(multiplyCounters(url === '/api' ? api : worker, factors[url]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function multiplyCounters(text, factor) {
  const counted = [...text.matchAll(/^# TYPE (\S+) (?:counter|histogram|summary)$/gm)].map(
    ([, name]) => name,
  );
  const sample = new RegExp(`^((?:${counted.join('|')})(?:_bucket|_sum|_count)?(?:\\{.*\\})?) (\\S+)$`, 'gm');
  return text.replaceAll(sample, (_, series, value) => `${series} ${Number(value) * factor}`);
}

function writeConfiguration() {
  cpSync(join(root, 'ops/prometheus'), folder, { recursive: true });
  const target = (app) => ({
    job_name: `candelabra-${app}`,
    honor_labels: true,
    metrics_path: `/${app}`,
    static_configs: [{ targets: [`127.0.0.1:${replay.address().port}`] }],
  });
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['recording.rules.yml', 'alerts.rules.yml'],
    scrape_configs: [target('api'), target('worker')],
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(configuration));
}

async function read(path, parameters = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const { status, error, data } = await response.json();
  if (status !== 'success') throw new Error(error);
  return data;
}

async function until(what, isTrue) {
  for (const giveUpAt = Date.now() + PATIENCE_SECONDS * 1_000; Date.now() < giveUpAt; await delay(200)) {
    if (prometheus.exitCode !== null) throw new Error('Prometheus stopped');
    if (await isTrue().catch((error) => error.cause === undefined && Promise.reject(error))) return;
  }
  throw new Error(`${what} within ${PATIENCE_SECONDS} s: no`);
}

function untilScraped() {
  return until('Scraped', async () => {
    const { result } = await read('query', { query: `count_over_time(up[1m]) >= ${SCRAPES}` });
    return result.length === 2;
  });
}

/** Every rule has been evaluated on what was scraped, without an error. */
function untilRecorded() {
  return until('Evaluated', async () => {
    const { groups } = await read('rules');
    const rules = groups.flatMap((group) => group.rules);
    const failed = rules.find(({ health }) => health === 'err');
    if (failed) throw new Error(`${failed.name}: ${failed.lastError}`);
    return rules.length > 0 && rules.every(({ health }) => health === 'ok');
  });
}

async function evaluate() {
  const expressions = expressionsOfDashboards();
  const now = Date.now() / 1_000;
  const range = { start: now - 60, end: now, step: 1 };
  const problems = [];
  for (const { name, expression } of expressions) {
    const query = expression.replaceAll(/\$\w+/g, '.*');
    try {
      const { result } = await read('query_range', { query, ...range });
      if (result.length === 0 && !(name in WITHOUT_DATA)) problems.push(`${name}: no data, in ${query}`);
    } catch (error) {
      problems.push(`${name}: ${error.message}, in ${query}`);
    }
  }
  for (const problem of problems) console.error(problem);
  console.log(`${expressions.length} expressions, ${problems.length} with a problem`);
  if (problems.length > 0) process.exitCode = 1;
}
