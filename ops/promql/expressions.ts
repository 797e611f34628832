import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type KnownValues, requireValues, valuesOfRecord } from './label-values';
import { type KnownMetrics, type Labels, PromqlError, resultLabels } from './result-labels';

const ops = join(__dirname, '..');

export interface NamedExpression {
  /** The file, and the panel or rule in it. */
  readonly name: string;
  readonly expression: string;
  /** Labels that a legend or an annotation shows. */
  readonly shown: readonly string[];
  /** The metric that a recording rule makes. */
  readonly record?: string;
}

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface DashboardFile {
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly annotations: { readonly list: readonly Annotation[] };
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

interface Annotation {
  readonly name: string;
  readonly expr?: string;
  readonly titleFormat?: string;
  readonly textFormat?: string;
}

const labelsIn = (template: string, pattern: RegExp) =>
  [...template.matchAll(pattern)].map(([, name]) => name);
const IN_LEGEND = /\{\{\s*(\w+)\s*\}\}/g;
const IN_ANNOTATION = /\$labels\.(\w+)/g;

/** What Grafana puts into an expression; the chosen values of other variables are inside strings. */
export const withoutVariables = (expression: string) => expression.replaceAll('$__rate_interval', '5m');

/** Those of the recording rules, in the order in which they need each other, and of the alerts. */
export function expressionsOfRules(folder = join(ops, 'prometheus')): NamedExpression[] {
  return ['recording.rules.yml', 'alerts.rules.yml'].flatMap((file) => {
    const { groups } = parse(readFileSync(join(folder, file), 'utf8')) as {
      groups: readonly { rules: readonly Rule[] }[];
    };
    return groups
      .flatMap(({ rules }) => rules)
      .map(({ record, alert, expr, annotations = {} }) => ({
        name: `${file}: ${record ?? alert ?? ''}`,
        expression: expr,
        shown: labelsIn(Object.values(annotations).join(' '), IN_ANNOTATION),
        record,
      }));
  });
}

/** Those of panels, of annotations, and of the lists of values above the panels. */
export function expressionsOfDashboards(folder = join(ops, 'grafana/dashboards')): NamedExpression[] {
  return readdirSync(folder).flatMap((file) => {
    const { panels, annotations, templating } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ) as DashboardFile;
    const named = (name: string, expression: string, template: string) => ({
      name: `${file}: ${name}`,
      expression: withoutVariables(expression),
      shown: labelsIn(template, IN_LEGEND),
    });
    return [
      ...panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr, legendFormat }) => named(title, expr, legendFormat)),
      ),
      ...annotations.list.flatMap(({ name, expr, titleFormat = '', textFormat = '' }) =>
        expr === undefined ? [] : [named(name, expr, titleFormat + textFormat)],
      ),
      ...templating.list.flatMap(({ name, definition }) =>
        definition === undefined ? [] : [named(`$${name}`, valuesQuery(definition), '')],
      ),
    ];
  });
}

/** `label_values(metric, label)` is Grafana's, not PromQL's. */
const valuesQuery = (definition: string) =>
  definition.replace(/^label_values\((.*), (\w+)\)$/, 'count by ($2) ($1)');

/** What is wrong with each expression; the records that rules make are known to those that follow. */
export function problemsOf(
  expressions: readonly NamedExpression[],
  metrics: KnownMetrics,
  values: KnownValues = new Map(),
): string[] {
  const known = new Map(metrics);
  const knownValues = new Map(values);
  return expressions.flatMap(({ name, expression, shown, record }) => {
    try {
      const labels: Labels = resultLabels(expression, known) ?? new Set();
      requireValues(expression, knownValues);
      if (record !== undefined) {
        known.set(record, labels);
        knownValues.set(record, valuesOfRecord(expression, knownValues));
      }
      return shown
        .filter((label) => !labels.has(label))
        .map((label) => `${name}: the result has no label ${label} to show`);
    } catch (error) {
      if (!(error instanceof PromqlError)) throw error;
      return [`${name}: ${error.message}, in ${expression.trim()}`];
    }
  });
}
