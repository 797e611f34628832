// Lints the OpenAPI document of the build with Spectral (`oas`) and Redocly (`recommended`), generates a TypeScript client of it and
// compiles that in strict mode. No finding of any severity is left: a rule that cannot hold is named here with its reason.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { runToEnd } from '../run-to-end.mjs';

const REDOCLY_RULES = {
  // The paths are those of the specification: {b_id} is an integer, so walk-forward and sweep are no values of it.
  'no-ambiguous-paths': 'off',
  // A reference that may be null has no type of its own: generators of clients overlook the null next to one.
  'nullable-type-sibling': 'off',
};
/** What the validators of examples say of the same references; a test compares the examples with their schemas. */
const NULLABLE_REFERENCE = '"nullable" cannot be used without "type"';

/** The success of a handshake is 101, where both want a 2xx. */
const HANDSHAKE = '/api/v1/streams/ws';
const SUCCESS_RULES = ['operation-success-response', 'operation-2xx-response'];

await ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'candelabra-openapi-'));
const document = join(folder, 'openapi.json');
try {
  await runNode('dist/apps/api/src/openapi/write-document.js', document);
  const findings = [...(await lintWithSpectral()), ...(await lintWithRedocly())];
  for (const finding of findings) console.error(finding);
  await compileClient();
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runNode(program, ...programArguments) {
  const exitCode = await runToEnd(process.execPath, [join(root, program), ...programArguments], {
    cwd: root,
  });
  if (exitCode !== 0) throw new Error(`${program} exited with code ${exitCode}`);
}

async function lintWithSpectral() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: {} });
  const source = new spectralCore.Document(readFileSync(document, 'utf8'), parsers.Json, document);
  const results = await spectral.run(source);
  return results
    .filter(({ message }) => message !== NULLABLE_REFERENCE)
    .filter(({ code, path }) => !(SUCCESS_RULES.includes(code) && path.includes(HANDSHAKE)))
    .map(({ code, path, message }) => `spectral ${code} at ${path.join('.')}: ${message}`);
}

async function lintWithRedocly() {
  const config = await createConfig({ extends: ['recommended'], rules: REDOCLY_RULES });
  const problems = await lint({ ref: document, config });
  return problems
    .filter(({ message }) => !message.includes(NULLABLE_REFERENCE))
    .filter(({ ruleId, location }) => !(SUCCESS_RULES.includes(ruleId) && isOfHandshake(location)))
    .map(
      ({ ruleId, location, message }) => `redocly ${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
    );
}

async function compileClient() {
  const client = join(folder, 'client.ts');
  writeFileSync(client, astToString(await openapiTypeScript(new URL(`file://${document}`))));
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'ES2022', '--module', 'nodenext'];
  await runNode('node_modules/typescript/bin/tsc', ...options, client);
}

/** A JSON pointer writes a slash as ~1. */
function isOfHandshake([location]) {
  return location?.pointer?.includes(HANDSHAKE.replaceAll('/', '~1')) === true;
}
