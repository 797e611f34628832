// The committed dashboards are those that ops/grafana/source makes; `--write` writes them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { loadTypeScript, root } from './type-script.mjs';

const folder = join(root, 'ops/grafana/dashboards');
const { dashboards } = loadTypeScript('ops/grafana/source/dashboards.ts');

const made = new Map();
for (const dashboard of dashboards()) {
  const text = await format(JSON.stringify(dashboard), { parser: 'json', printWidth: 110 });
  made.set(`${dashboard.uid}.json`, text);
}

mkdirSync(folder, { recursive: true });
const committed = readdirSync(folder);
if (process.argv.includes('--write')) {
  for (const name of committed.filter((file) => !made.has(file))) rmSync(join(folder, name));
  for (const [name, text] of made) writeFileSync(join(folder, name), text);
} else {
  const differing = [...new Set([...made.keys(), ...committed])].filter(
    (name) => !committed.includes(name) || readFileSync(join(folder, name), 'utf8') !== made.get(name),
  );
  if (differing.length > 0) {
    console.error(`Not what ops/grafana/source makes: ${differing.join(', ')}.`);
    console.error('To write them: node scripts/check/ops/dashboards.mjs --write');
    process.exitCode = 1;
  }
}
