// Every expression of the rules and the dashboards is PromQL, of metrics and labels that the API and a worker report, and each value of a
// label that it selects by is one that the label can have.
import { readFileSync } from 'node:fs';
import { declaredByProcess } from './declared-metrics.mjs';
import { liveScrape } from './live-scrape.mjs';
import { loadTypeScript } from './type-script.mjs';

const { expressionsOfRules, expressionsOfDashboards, problemsOf } =
  loadTypeScript('ops/promql/expressions.ts');
const { metricsIn } = loadTypeScript('ops/promql/exposition.ts');
const { valuesIn } = loadTypeScript('ops/promql/label-values.ts');

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
const ROUTES = [...Object.keys(paths), '/metrics', 'unrouted', 'unparsed'];

const { api, worker } = await liveScrape();
const expressions = [...expressionsOfRules(), ...expressionsOfDashboards()];
const declarations = Object.values(await declaredByProcess()).flat();
const problems = problemsOf(
  expressions,
  metricsIn([api, worker], declarations),
  valuesIn([api, worker], declarations, ROUTES),
);
console.log(`${expressions.length} expressions`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
