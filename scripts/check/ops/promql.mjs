// Every expression of the rules and the dashboards is PromQL, of metrics and labels that the API and a worker report.
import { declaredByProcess } from './declared-metrics.mjs';
import { liveScrape } from './live-scrape.mjs';
import { loadTypeScript } from './type-script.mjs';

const { expressionsOfRules, expressionsOfDashboards, problemsOf } =
  loadTypeScript('ops/promql/expressions.ts');
const { metricsIn } = loadTypeScript('ops/promql/exposition.ts');

const { api, worker } = await liveScrape();
const expressions = [...expressionsOfRules(), ...expressionsOfDashboards()];
const problems = problemsOf(
  expressions,
  metricsIn([api, worker], Object.values(await declaredByProcess()).flat()),
);
console.log(`${expressions.length} expressions`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
