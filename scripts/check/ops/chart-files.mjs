// Helm reads files below the chart alone: it has copies of the rules and dashboards, which `node scripts/check/ops/chart-files.mjs --write`
// makes. Without the option: what differs is a finding.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHART } from './chart.mjs';
import { refuse } from './tools.mjs';

const SOURCES = [
  { from: 'ops/prometheus', to: join(CHART, 'files'), kind: '.rules.yml' },
  { from: 'ops/grafana/dashboards', to: join(CHART, 'files', 'dashboards'), kind: '.json' },
];
const filesOf = (folder, kind) =>
  existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(kind)) : [];

const findings = [];
for (const { from, to, kind } of SOURCES) {
  for (const file of new Set([...filesOf(from, kind), ...filesOf(to, kind)])) {
    const [original, copy] = [join(from, file), join(to, file)];
    const content = existsSync(original) ? readFileSync(original, 'utf8') : undefined;
    if (process.argv.includes('--write')) write(copy, content);
    else if (content === undefined || !existsSync(copy) || readFileSync(copy, 'utf8') !== content)
      findings.push(`${copy} is not ${original}: node scripts/check/ops/chart-files.mjs --write`);
  }
}
refuse(findings);

function write(path, content) {
  if (content === undefined) return rmSync(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
