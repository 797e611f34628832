// What the chart renders, against the schemas of Kubernetes; kinds of its extensions (KEDA, Prometheus Operator), which those do not have,
// against custom-resources.json: the fields of their definitions that the chart uses, and no others. A kind that neither knows fails.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { stringify } from 'yaml';
import { objectsOf, template, VALUE_FILES } from './chart.mjs';
import { refuse, runTool } from './tools.mjs';

const extensions = JSON.parse(readFileSync(join(import.meta.dirname, 'custom-resources.json'), 'utf8'));
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const validators = new Map(Object.entries(extensions).map(([kind, schema]) => [kind, ajv.compile(schema)]));

const folder = mkdtempSync(join(tmpdir(), 'candelabra-manifests-'));
const findings = [];
try {
  for (const file of VALUE_FILES) {
    const objects = objectsOf(await template(file));
    const ofExtensions = objects.filter((object) => validators.has(kindOf(object)));
    findings.push(...ofExtensions.flatMap(errorsOfExtension).map((error) => `${file}: ${error}`));
    const others = objects.filter((object) => !validators.has(kindOf(object)));
    findings.push(...(await errorsOfKubernetes(others)).map((error) => `${file}: ${error}`));
    const kinds = new Set(ofExtensions.map(({ kind }) => kind));
    console.log(
      `${file}: ${others.length} objects by Kubernetes' schemas, ${ofExtensions.length} by custom-resources.json (${[...kinds]})`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
refuse(findings);

function kindOf({ apiVersion, kind }) {
  return `${apiVersion}/${kind}`;
}

function errorsOfExtension(object) {
  const validate = validators.get(kindOf(object));
  validate(object);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kindOf(object)}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Lines of kubernetes-validate that are no success; it exits with 0 where it has no schema for a kind. */
async function errorsOfKubernetes(objects) {
  const path = join(folder, 'manifests.yaml');
  writeFileSync(path, objects.map((object) => stringify(object, { version: '1.1' })).join('---\n'));
  const { stdout, stderr } = await runTool('kubernetes-validate', ['--strict', path]).catch((error) => error);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  const passed = lines.filter((line) => line.startsWith('INFO ') && line.includes(' passed for resource '));
  const failed = lines.filter((line) => !line.startsWith('INFO '));
  if (passed.length !== objects.length) failed.push(`${passed.length} of ${objects.length} objects passed`);
  return failed;
}
