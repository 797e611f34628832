import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ENVIRONMENT_VARIABLE_NAMES, SECRET_FILE_VARIABLE_NAMES } from '#platform/config/environment';

const CHART = join(__dirname, '../ops/helm/candelabra');
const read = (file: string) => readFileSync(join(CHART, file), 'utf8');
const values = parse(read('values.yaml')) as {
  config: Record<string, string>;
  secrets: Record<string, { existingSecret: string; key: string }>;
};
const schema = JSON.parse(read('values.schema.json')) as {
  properties: Record<'config' | 'secrets', { properties: object; additionalProperties: boolean }>;
};
/** The chart's and the image's own. */
const FIXED = ['HOST', 'NODE_ENV', 'DATA_DIR', 'PORT', 'METRICS_PORT', 'BUILD_COMMIT'];
const SECRETS = SECRET_FILE_VARIABLE_NAMES.map((name) => name.replace(/_FILE$/, ''));

describe('the Helm chart', () => {
  it('has every variable as configuration, or as a secret that may be in a file', () => {
    const variables = ENVIRONMENT_VARIABLE_NAMES.filter(
      (name) => !FIXED.includes(name) && !SECRET_FILE_VARIABLE_NAMES.includes(name),
    );
    const configured = [...Object.keys(values.config), ...Object.keys(values.secrets)];
    expect([...new Set(configured)].sort()).toEqual([...variables].sort());
    expect(Object.keys(values.secrets).sort()).toEqual([...SECRETS].sort());
  });

  it('refuses variables that do not exist', () => {
    for (const part of ['config', 'secrets'] as const) {
      expect(Object.keys(schema.properties[part].properties)).toEqual(Object.keys(values[part]));
      expect(schema.properties[part].additionalProperties).toBe(false);
    }
  });

  it('gives each secret to the components that read it, and to no other', () => {
    const listed = [...read('templates/_helpers.tpl').matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name]) => name);
    expect([...new Set(listed)].sort()).toEqual([...SECRETS].sort());
  });
});
