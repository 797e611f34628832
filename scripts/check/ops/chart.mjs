// The Helm chart as its checks see it: rendered for each of its files of example values.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { runTool } from './tools.mjs';

export const CHART = 'ops/helm/candelabra';
export const VALUE_FILES = readdirSync(join(CHART, 'ci')).map((file) => join(CHART, 'ci', file));
// A helm that `go install` built takes itself for the client of a Kubernetes that is years old.
const KUBERNETES = ['--kube-version', '1.34.0'];

export const lint = (values) =>
  runTool('helm', ['lint', '--strict', CHART, ...KUBERNETES, '--values', values]);

/** The manifests as text; throws what helm printed where it refuses the values. */
export async function template(values, ...settings) {
  const { stdout } = await runTool('helm', [
    ...['template', 'market', CHART, '--namespace', 'candelabra', ...KUBERNETES],
    ...['--values', values, ...settings],
  ]);
  return stdout;
}

export const objectsOf = (manifests) =>
  parseAllDocuments(manifests)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
