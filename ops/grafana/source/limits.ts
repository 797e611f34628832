import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyntaxNode } from '@lezer/common' with { 'resolution-mode': 'import' };
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert?: string; readonly expr: string }[];
  }[];
}

/** Where an alert fires: the dashboards draw the same line. */
export interface Limit {
  readonly alert: string;
  /** What is greater than this, in the unit of the panel, fires. */
  readonly value: number;
}

interface PrometheusFile {
  readonly global: { readonly external_labels: { readonly candelabra_docs: string } };
}

const read = (file: string): unknown =>
  parse(readFileSync(join(__dirname, '../../prometheus', file), 'utf8'));

const { groups } = read('alerts.rules.yml') as RuleFile;

/** Where the runbook_url of the alerts begins, too. */
export const DOCUMENTATION = (read('prometheus.yml') as PrometheusFile).global.external_labels
  .candelabra_docs;

/** The address of a heading of docs/operations.md; `$docs` is what the reader of a dashboard has set. */
export const runbookUrl = (heading: string) => `\${docs}/operations.md#${heading.toLowerCase()}`;

function expressionOf(alert: string): string {
  const rule = groups.flatMap(({ rules }) => rules).find((candidate) => candidate.alert === alert);
  if (rule === undefined) throw new Error(`There is no alert ${alert}`);
  return rule.expr.trim();
}

/**
 * The first number that an alert's expression compares with; of the first comparison that contains `part`, where several are joined.
 * Throws where there is no such alert, or no such number.
 */
export function limitOf(alert: string, part = ''): Limit {
  const expression = expressionOf(alert);
  const cursor = parser.parse(expression).cursor();
  do {
    const value = numberIn(cursor.node, expression, part);
    if (value !== undefined) return { alert, value };
  } while (cursor.next());
  throw new Error(`${alert} compares with no number`);
}

const PRODUCT = /^[\d.e]+(?: \* [\d.e]+)*$/;

function numberIn({ name, firstChild, lastChild }: SyntaxNode, expression: string, part: string) {
  if (name !== 'BinaryExpr' || firstChild?.nextSibling?.name !== 'Gtr' || lastChild === null)
    return undefined;
  const right = expression.slice(lastChild.from, lastChild.to);
  const left = expression.slice(firstChild.from, firstChild.to);
  if (!PRODUCT.test(right) || !left.includes(part)) return undefined;
  return right.split(' * ').reduce((product, factor) => product * Number(factor), 1);
}

/** How many series an alert fires for, before its `for` has passed. */
export function firing(...alerts: readonly string[]): { expr: string; limit: Limit } {
  const counts = alerts.map(
    (alert) => `(count(${expressionOf(alert).replaceAll(/\s+/g, ' ')}) or vector(0))`,
  );
  return { expr: counts.join(' + '), limit: { alert: alerts.join(', '), value: 0 } };
}
