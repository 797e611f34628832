// The configuration and the rules of Prometheus: promtool reads and tests them; and every alert has a test that it fires, one that it does not,
// a paragraph of the runbook that its runbook_url leads to, and a severity. Nothing else is in the runbook or in the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runTool } from './tools.mjs';

const directory = 'ops/prometheus';
const tests = readdirSync(join(directory, 'tests')).map((name) => join(directory, 'tests', name));
const read = (file) => parse(readFileSync(file, 'utf8'));

const alerts = read(join(directory, 'alerts.rules.yml')).groups.flatMap(({ rules }) => rules);
const names = alerts.map(({ alert }) => alert);
const runbook = readFileSync('docs/operations.md', 'utf8')
  .split(/^## Runbook$/m)[1]
  .split(/^## /m)[0];
const paragraphs = [...runbook.matchAll(/^### (Candelabra\w+)\n+(?=[^#\s])/gm)].map(([, name]) => name);

const checks = tests.flatMap((file) => read(file).tests).flatMap((test) => test.alert_rule_test);
const firing = checks.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname);
const quiet = checks.filter(({ exp_alerts }) => exp_alerts.length === 0).map(({ alertname }) => alertname);

const lacking = (what, wanted, there) =>
  wanted.filter((name) => !there.includes(name)).map((name) => `${name}: ${what}`);
const problems = [
  ...lacking(
    'two alerts of this name',
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  ),
  ...lacking('no test in which it fires', names, firing),
  ...lacking('no test in which it does not fire', names, quiet),
  ...lacking('no paragraph in the runbook of docs/operations.md', names, paragraphs),
  ...lacking('in the runbook, and no alert', paragraphs, names),
  ...lacking('tested, and no alert', [...firing, ...quiet], names),
  ...alerts
    .filter(
      ({ alert, annotations }) => !annotations.runbook_url.endsWith(`/operations.md#${alert.toLowerCase()}`),
    )
    .map(({ alert }) => `${alert}: its runbook_url does not lead to its paragraph`),
  ...alerts
    .filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))
    .map(({ alert }) => `${alert}: its severity is neither page nor ticket`),
];

async function promtool(...args) {
  try {
    await runTool('promtool', args);
  } catch (error) {
    problems.push(`promtool ${args.slice(0, 2).join(' ')}: ${error.stdout}${error.stderr}`);
  }
}
await promtool('check', 'config', join(directory, 'prometheus.yml'));
await promtool(
  'check',
  'rules',
  ...['alerts', 'recording'].map((name) => join(directory, `${name}.rules.yml`)),
);
await promtool('test', 'rules', ...tests);

for (const problem of problems) console.error(problem);
console.log(`${names.length} alerts, ${checks.length} tests of them, ${problems.length} problems`);
process.exitCode = problems.length === 0 && names.length > 0 ? 0 : 1;
