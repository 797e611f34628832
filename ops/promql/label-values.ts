import type { SyntaxNode } from '@lezer/common' with { 'resolution-mode': 'import' };
import { type Declaration, LABEL, SAMPLE, seriesOf } from './exposition';
import { PromqlError, syntaxOf } from './result-labels';

/** What a label of a metric can be, by metric and label; a label that is not there can be anything. */
export type KnownValues = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

type Values = Map<string, Map<string, Set<string>>>;

const JOBS_OF_TARGETS = ['candelabra-api', 'candelabra-worker'];
const BOUND_ELSEWHERE: Readonly<Record<string, readonly string[] | undefined>> = {
  status: Array.from({ length: 500 }, (_, index) => String(100 + index)),
};

/**
 * The values that the declarations list, those of the codes of HTTP, and, where a metric is not declared by us, those of its samples.
 * A label whose declaration says by a sentence what bounds it can be anything. `paths` are those of the API, for `route`.
 */
export function valuesIn(
  expositions: readonly string[],
  declarations: readonly Declaration[],
  paths: readonly string[] = [],
): KnownValues {
  const values: Values = new Map();
  const add = (metric: string, label: string, more: readonly string[]) => {
    const labels = values.get(metric) ?? new Map<string, Set<string>>();
    values.set(metric, labels.set(label, new Set([...(labels.get(label) ?? []), ...more])));
  };
  const open = new Set<string>();
  for (const { name, type, labels } of declarations) {
    for (const metric of seriesOf(name, type)) {
      for (const [label, bound] of Object.entries({ ...labels, le: undefined })) {
        const listed = label === 'route' ? paths : (BOUND_ELSEWHERE[label] ?? bound);
        if (typeof listed === 'string') open.add(`${metric} ${label}`);
        else if (listed !== undefined) add(metric, label, (listed as (string | number)[]).map(String));
      }
    }
  }
  for (const text of expositions) {
    for (const [, metric, pairs = ''] of text.matchAll(SAMPLE)) {
      add(metric, 'job', JOBS_OF_TARGETS);
      for (const [, label, value] of pairs.matchAll(LABEL)) {
        if (!open.has(`${metric} ${label}`)) add(metric, label, [value]);
      }
    }
  }
  for (const [metric, labels] of values) {
    add(metric, 'job', JOBS_OF_TARGETS);
    const own = labels.get('job');
    if (own) labels.set('exported_job', own);
  }
  add('up', 'job', JOBS_OF_TARGETS);
  return values;
}

/** Throws a PromqlError for a matcher, or one of the words of its alternatives, that no value of its label has. */
export function requireValues(text: string, known: KnownValues): void {
  for (const { metric, label, operator, pattern } of matchersOf(text)) {
    const values = known.get(metric)?.get(label);
    // Grafana replaces a variable by the chosen values.
    if (values === undefined || pattern === '' || pattern.includes('$')) continue;
    for (const alternative of operator.endsWith('~') ? alternativesOf(pattern) : [pattern]) {
      const isMet = operator.endsWith('~')
        ? [...values].some((value) => new RegExp(`^(?:${alternative})$`).test(value))
        : values.has(alternative);
      if (isMet) continue;
      throw new PromqlError(`${label} of ${metric} is never ${alternative}`);
    }
  }
}

/** What the labels of a record can be: what those of the metrics in its expression can. */
export function valuesOfRecord(text: string, known: KnownValues): ReadonlyMap<string, ReadonlySet<string>> {
  const metrics = [...new Set(nodesOf(text, 'VectorSelector').map((node) => metricOf(node, text)))];
  const values = new Map<string, ReadonlySet<string>>();
  const labels = new Set(metrics.flatMap((metric) => [...(known.get(metric)?.keys() ?? [])]));
  for (const label of labels) {
    values.set(label, new Set(metrics.flatMap((metric) => [...(known.get(metric)?.get(label) ?? [])])));
  }
  return values;
}

function matchersOf(text: string) {
  return nodesOf(text, 'VectorSelector').flatMap((selector) => {
    const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    return matchers.map((matcher) => {
      const [label, operator, literal] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) =>
        textOf(matcher.getChild(name), text),
      );
      return { metric: metricOf(selector, text), label, operator, pattern: unquoted(literal) };
    });
  });
}

function nodesOf(text: string, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  syntaxOf(text)
    .cursor()
    .iterate((node) => {
      if (node.name === name) found.push(node.node);
    });
  return found;
}

const textOf = (node: SyntaxNode | null, text: string) => (node ? text.slice(node.from, node.to) : '');
const metricOf = (selector: SyntaxNode, text: string) => textOf(selector.getChild('Identifier'), text);

const unquoted = (literal: string) =>
  literal.startsWith('"') ? (JSON.parse(literal) as string) : literal.slice(1, -1);

/** `/(health|ready)` is `/health` and `/ready`: each is to be a word that is there. */
function alternativesOf(pattern: string): string[] {
  const group = /^(.*?)(?<!\\)\((?:\?:)?([^()]*)(?<!\\)\)(?![*+?{])(.*)$/s.exec(pattern);
  if (!group) return pattern.includes('(') ? [pattern] : pattern.split('|');
  const [, before, words, after] = group;
  return words.split('|').flatMap((word) => alternativesOf(`${before}${word}${after}`));
}
