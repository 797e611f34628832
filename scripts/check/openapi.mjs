// Lints the OpenAPI document of the build with Spectral (`oas`) and Redocly (`recommended`), writes a TypeScript client of it and
// compiles that in strict mode. No finding of any severity is left: a rule that cannot hold is named, with its reason, in openapi/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const settings = join(import.meta.dirname, 'openapi');
const tool = (path) => join(root, 'node_modules', path);
const TOOLS = {
  spectral: tool('@stoplight/spectral-cli/dist/index.js'),
  redocly: tool('@redocly/cli/bin/cli.js'),
  'openapi-typescript': tool('openapi-typescript/bin/cli.js'),
};

const missing = Object.keys(TOOLS).filter((name) => !existsSync(TOOLS[name]));
if (missing.length > 0) {
  console.error(`The OpenAPI document was not checked: ${missing.join(', ')} not installed`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'candelabra-openapi-'));
const document = join(folder, 'openapi.json');
const client = join(folder, 'client.ts');
const project = join(folder, 'tsconfig.json');
writeFileSync(
  project,
  JSON.stringify({
    compilerOptions: { strict: true, target: 'ES2022', module: 'nodenext', noEmit: true, types: [] },
    files: [client],
  }),
);

/** Redocly and Spectral exit with 0 on warnings: what they print decides. */
const STEPS = [
  ['the document', [join(root, 'dist/apps/api/src/openapi/write-document.js'), document]],
  [
    'spectral',
    [
      TOOLS.spectral,
      'lint',
      document,
      '--ruleset',
      join(settings, 'spectral.yaml'),
      '--fail-severity',
      'hint',
    ],
  ],
  [
    'redocly',
    [TOOLS.redocly, 'lint', document, '--config', join(settings, 'redocly.yaml'), '--max-problems', '1000'],
    /\d+ warnings?\./,
  ],
  ['openapi-typescript', [TOOLS['openapi-typescript'], document, '-o', client]],
  ['the TypeScript client', [tool('typescript/bin/tsc'), '-p', project]],
];

let failed = false;
for (const [name, command, finding] of STEPS) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd: folder });
  if (status === 0 && !finding?.test(stdout + stderr)) continue;
  failed = true;
  console.error(`${name}:\n${stdout}${stderr}`);
  if (name === 'the document') break;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
