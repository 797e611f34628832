// Whether promtool finds nothing wrong with what the API and a worker report at /metrics.
import { liveScrape } from './live-scrape.mjs';
import { runTool } from './tools.mjs';

const NAMES_OF_PROM_CLIENT = 'prom-client names its default gauges of Node.js so';
const EXCEPTIONS = {
  nodejs_active_handles_total: NAMES_OF_PROM_CLIENT,
  nodejs_active_requests_total: NAMES_OF_PROM_CLIENT,
  nodejs_active_resources_total: NAMES_OF_PROM_CLIENT,
};

const { api, worker } = await liveScrape();
const problems = [...(await problemsOf('API', api)), ...(await problemsOf('worker', worker))];
const unmet = Object.keys(EXCEPTIONS).filter((name) => !problems.some((problem) => problem.name === name));
const unexpected = problems.filter(({ name }) => !Object.hasOwn(EXCEPTIONS, name));
for (const { process, line } of unexpected) console.error(`${process}: ${line}`);
for (const name of unmet) console.error(`${name}: promtool accepts it, so it is no exception any more`);
if (unexpected.length + unmet.length > 0) process.exit(1);

/** What promtool complains about; it exits with 3 where it only disagrees with names and texts. */
async function problemsOf(process, input) {
  const { stderr } = await runTool('promtool', ['check', 'metrics'], { input }).catch((error) => {
    if (error.code === undefined) throw error;
    return error;
  });
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ process, line, name: line.split(' ', 1)[0] }));
}
