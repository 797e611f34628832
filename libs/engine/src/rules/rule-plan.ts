import { INDICATORS } from '../indicators/registry';
import { runWarmup } from '../indicators/run-warmup';
import { FEATURES } from '../features/feature-set';
import { type IndicatorNode, quantityOf, type RuleNode, type SeriesNode } from './rule-node';

type Parameters = Readonly<Record<string, number>>;

/** What running a set of rules needs to know about its nodes, found out once. */
export interface RulePlan {
  /** How many nodes and rules use a node, so that a column can go when the last has. */
  readonly uses: ReadonlyMap<RuleNode, number>;
  readonly indicators: readonly IndicatorNode[];
  /** Values of other candles, which have plans of their own. */
  readonly series: readonly SeriesNode[];
  /** Children before those who use them. */
  readonly nodes: readonly RuleNode[];
}

export function planRules(rules: Iterable<RuleNode>): RulePlan {
  const uses = new Map<RuleNode, number>();
  const nodes: RuleNode[] = [];
  const visit = (node: RuleNode): void => {
    const count = uses.get(node) ?? 0;
    uses.set(node, count + 1);
    if (count > 0) return;
    childrenOf(node).forEach(visit);
    nodes.push(node);
  };
  for (const rule of rules) visit(rule);
  return {
    uses,
    nodes,
    indicators: nodes.filter((node) => node.kind === 'indicator'),
    series: nodes.filter((node) => node.kind === 'series'),
  };
}

/** The plan of what a value of other candles is computed from. */
export function planSeries({ of }: SeriesNode): RulePlan {
  return planRules([of]);
}

/**
 * How many bars rules need before the first one that they may speak on: the longest way back that any node looks (its own
 * and that of what it is computed from, together), and one bar more than any indicator takes to its first value, for like
 * the built-in strategies rules wait until the value before is known as well. `beginsAt` is the first bar at which a node
 * that reads no candles of this series is known.
 */
export function warmupOf(
  plan: RulePlan,
  parameters: Parameters,
  beginsAt?: (node: RuleNode) => number,
): number {
  return longestWay(plan, (node) => ownLookback(node, parameters), beginsAt);
}

/**
 * The same for the bars after which no value depends on where the candles begin. `beginsWithDay`: the first bar that counts is the
 * first one of a day, as that of a run is; bars before it, which nodes that look back read, are not.
 */
export function settledAfterOf(plan: RulePlan, parameters: Parameters, beginsWithDay = true): number {
  const readBefore = new Set<RuleNode>(beginsWithDay ? [] : plan.nodes);
  for (const node of plan.nodes.toReversed()) {
    if (readBefore.has(node) || ownLookback(node, parameters) > 0) {
      for (const child of childrenOf(node)) readBefore.add(child);
    }
  }
  return longestWay(plan, (node) => {
    if (node.kind !== 'indicator') return ownLookback(node, parameters);
    const indicator = INDICATORS[node.name];
    return indicator.beginsWithDay && !readBefore.has(node)
      ? ownLookback(node, parameters)
      : runWarmup(indicator, indicatorParameters(node, parameters));
  });
}

function longestWay(
  plan: RulePlan,
  ownBars: (node: RuleNode) => number,
  beginsAt: (node: RuleNode) => number = () => 0,
): number {
  const ways = new Map<RuleNode, number>();
  let longest = 0;
  for (const node of plan.nodes) {
    const before = childrenOf(node).map((child) => ways.get(child)!);
    const way = ownBars(node) + Math.max(beginsAt(node), ...before);
    ways.set(node, way);
    longest = Math.max(longest, node.kind === 'indicator' ? way + 1 : way);
  }
  return longest;
}

/** Bars before the current one that this node alone reads. */
function ownLookback(node: RuleNode, parameters: Parameters): number {
  switch (node.kind) {
    case 'lag':
    case 'trend':
      return quantityOf(node.bars, parameters);
    case 'indicator':
      return INDICATORS[node.name].lookback(indicatorParameters(node, parameters));
    case 'feature':
      return FEATURES.find(({ name }) => name === node.name)!.warmup;
    case 'regime':
      return quantityOf(node.lookback, parameters) + quantityOf(node.refit, parameters);
    case 'comparison':
      return node.operator === 'crosses_above' ? 1 : 0;
    default:
      return 0;
  }
}

/** The indicator's own parameters in one run. */
export function indicatorParameters(node: IndicatorNode, parameters: Parameters): Parameters {
  return Object.fromEntries(node.parameters.map(([name, value]) => [name, quantityOf(value, parameters)]));
}

/** The first node of a tree that passes, itself among them; undefined where none does. */
export function findNode<Found extends RuleNode>(
  node: RuleNode,
  passes: (node: RuleNode) => node is Found,
): Found | undefined;
export function findNode(node: RuleNode, passes: (node: RuleNode) => boolean): RuleNode | undefined;
export function findNode(node: RuleNode, passes: (node: RuleNode) => boolean): RuleNode | undefined {
  if (passes(node)) return node;
  for (const child of childrenOf(node)) {
    const found = findNode(child, passes);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function childrenOf(node: RuleNode): readonly RuleNode[] {
  switch (node.kind) {
    case 'number':
    case 'price':
    case 'clock':
    case 'position':
    case 'feature':
    case 'regime':
    case 'data':
    // Made of the bars of other candles.
    case 'series':
      return [];
    case 'indicator':
      return node.source === null ? [] : [node.source];
    case 'arithmetic':
    case 'comparison':
      return [node.left, node.right];
    case 'all':
    case 'any':
      return node.of;
    case 'lag':
    case 'function':
    case 'not':
    case 'trend':
      return [node.of];
  }
}
