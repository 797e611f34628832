import type { SyntaxNode } from '@lezer/common' with { 'resolution-mode': 'import' };
import { parser } from '@prometheus-io/lezer-promql';

export type Labels = ReadonlySet<string>;

/** The labels of each metric, those that Prometheus adds to a target (`job`, `instance`) included. */
export type KnownMetrics = ReadonlyMap<string, Labels>;

/** An expression that Prometheus would refuse, or that can never have a result. */
export class PromqlError extends Error {}

/** Labels of the result of a part of an expression; undefined where it is a number or a string. */
type ResultLabels = Labels | undefined;

interface Reading {
  readonly text: string;
  readonly known: KnownMetrics;
}

/**
 * The labels of the result of an expression. Throws a PromqlError where it has a syntax error, names a metric that is not
 * known or a label that its metrics do not have, or joins sides with different labels.
 */
export function resultLabels(text: string, known: KnownMetrics): ResultLabels {
  return labelsOf(syntaxOf(text), { text, known });
}

/** Throws a PromqlError where the syntax is wrong. */
export function syntaxOf(text: string): SyntaxNode {
  const tree = parser.parse(text);
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) throw new PromqlError(`syntax error at "${text.slice(from, from + 20)}"`);
    },
  });
  return tree.topNode;
}

function labelsOf(node: SyntaxNode, reading: Reading): ResultLabels {
  switch (node.name) {
    case 'VectorSelector':
      return ofSelector(node, reading);
    case 'AggregateExpr':
      return ofAggregation(node, reading);
    case 'FunctionCall':
      return ofFunction(node, reading);
    case 'BinaryExpr':
      return ofBinary(node, reading);
    case 'NumberDurationLiteral':
    case 'StringLiteral':
      return undefined;
    case 'PromQL':
    case 'MatrixSelector':
    case 'OffsetExpr':
    case 'ParenExpr':
    case 'StepInvariantExpr':
    case 'SubqueryExpr':
    case 'UnaryExpr':
      return labelsOf(firstOperand(node), reading);
    default:
      throw new PromqlError(`${node.name} is not known to this check`);
  }
}

const childrenOf = (node: SyntaxNode | null): SyntaxNode[] => {
  const children = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

const textOf = (node: SyntaxNode, { text }: Reading) => text.slice(node.from, node.to);

const firstOperand = (node: SyntaxNode) =>
  childrenOf(node).find(({ name }) => name !== 'UnaryOp' && name !== 'LineComment') ?? node;

const namesIn = (list: SyntaxNode | null, reading: Reading) =>
  (list?.getChildren('LabelName') ?? []).map((name) => textOf(name, reading));

function requireLabels(names: readonly string[], available: Labels, what: string): void {
  for (const name of names) {
    if (available.has(name)) continue;
    throw new PromqlError(`${what} has no label ${name}, only ${[...available].sort().join(', ')}`);
  }
}

function ofSelector(node: SyntaxNode, reading: Reading): Labels {
  const identifier = node.getChild('Identifier');
  if (identifier === null) throw new PromqlError('a selector needs the name of a metric');
  const metric = textOf(identifier, reading);
  const labels = reading.known.get(metric);
  if (labels === undefined) throw new PromqlError(`there is no metric ${metric}`);
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  requireLabels(
    matchers.flatMap((matcher) => namesIn(matcher, reading)),
    labels,
    metric,
  );
  return labels;
}

function ofAggregation(node: SyntaxNode, reading: Reading): Labels {
  const operands = childrenOf(node.getChild('FunctionCallBody'));
  const labels = labelsOf(operands.at(-1)!, reading) ?? new Set<string>();
  const modifier = node.getChild('AggregateModifier');
  const names = namesIn(modifier?.getChild('GroupingLabels') ?? null, reading);
  requireLabels(names, labels, 'what is aggregated');
  const operator = node.getChild('AggregateOp')?.firstChild?.name ?? '';
  if (['Topk', 'Bottomk', 'LimitK', 'LimitRatio'].includes(operator)) return labels;
  return modifier?.getChild('Without') ? without(labels, names) : new Set(names);
}

const without = (labels: Labels, names: readonly string[]) =>
  new Set([...labels].filter((label) => !names.includes(label)));

function ofFunction(node: SyntaxNode, reading: Reading): ResultLabels {
  const name = textOf(node.getChild('FunctionIdentifier')!, reading);
  const operands = childrenOf(node.getChild('FunctionCallBody'));
  const results = operands.map((operand) => labelsOf(operand, reading));
  const labels = results.find((result) => result !== undefined);
  const wordAt = (index: number) => textOf(operands[index], reading).slice(1, -1);
  switch (name) {
    case 'time':
    case 'scalar':
      return undefined;
    case 'vector':
    case 'absent':
    case 'absent_over_time':
      return new Set();
    case 'histogram_quantile':
      requireLabels(['le'], labels ?? new Set(), 'what histogram_quantile reads');
      return without(labels!, ['le']);
    case 'label_replace':
      requireLabels([wordAt(3)], labels ?? new Set(), 'what label_replace reads');
      return new Set([...(labels ?? []), wordAt(1)]);
    default:
      return labels;
  }
}

function ofBinary(node: SyntaxNode, reading: Reading): ResultLabels {
  const children = childrenOf(node);
  const left = labelsOf(children[0], reading);
  const right = labelsOf(children.at(-1)!, reading);
  if (left === undefined || right === undefined) return left ?? right;
  if (node.getChild('Or')) return new Set([...left, ...right]);
  const isFilter = Boolean(node.getChild('And') ?? node.getChild('Unless'));
  const modifier = node.getChild('MatchingModifierClause');
  const [matched, included = null] = modifier?.getChildren('GroupingLabels') ?? [null];
  const names = namesIn(matched, reading);
  if (modifier?.getChild('On')) {
    requireLabels(names, left, 'the left side');
    requireLabels(names, right, 'the right side');
  } else {
    requireSameLabels(without(left, names), without(right, names));
  }
  if (isFilter) return left;
  const added = namesIn(included, reading);
  if (modifier?.getChild('GroupLeft')) {
    requireLabels(added, right, 'the right side');
    return new Set([...left, ...added]);
  }
  if (modifier?.getChild('GroupRight')) {
    requireLabels(added, left, 'the left side');
    return new Set([...right, ...added]);
  }
  return modifier?.getChild('On') ? new Set(names) : without(left, names);
}

function requireSameLabels(left: Labels, right: Labels): void {
  const alone = [...left].filter((name) => !right.has(name));
  const other = [...right].filter((name) => !left.has(name));
  if (alone.length + other.length === 0) return;
  throw new PromqlError(`only one side has the labels ${[...alone, ...other].join(', ')}: they never match`);
}
