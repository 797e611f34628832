import { computeOnSource } from '../indicators/compute-on-source';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { INDICATORS } from '../indicators/registry';
import { type CandleColumns } from '../market/candle-columns';
import { PLAIN_TIMES, type StrategyParameters } from '../backtest/strategy';
import { type KnownCandles } from '../known-data/known-data';
import {
  addOther,
  applyArithmetic,
  applyComparison,
  applyFunction,
  applyNot,
  applyTrend,
  keepBoth,
} from './column-operations';
import { ColumnPool } from './column-pool';
import { alignLagged, type LaggedValues, NO_OTHER, spread } from './lagged-values';
import { isMemoisedLeaf, isOfOtherData, LeafColumns, type LeafNode } from './leaf-columns';
import { RuleKeys } from './rule-keys';
import {
  type ConditionNode,
  type IndicatorNode,
  quantityOf,
  type RuleNode,
  type SeriesNode,
  type ValueNode,
} from './rule-node';
import { childrenOf, indicatorParameters, planSeries, type RulePlan, warmupOf } from './rule-plan';

/** All values but references, which are read from the columns of others. */
type ComputedNode = Exclude<ValueNode, { readonly kind: 'lag' }>;

/**
 * One evaluation of rules over one series. A node is computed when it is first used, and its column goes back to be used
 * again after its last use, so that long rules over long series need few columns at a time. Indicators are in the memo,
 * by a key of what they are computed from with the parameters' values, and are never written to.
 */
export class RuleEvaluation {
  private readonly values = new Map<ValueNode, Float64Array>();
  private readonly flags = new Map<ConditionNode, Uint8Array>();
  private readonly usesLeft: Map<RuleNode, number>;
  private readonly keys: RuleKeys;
  private readonly columns: ColumnPool;
  /** What no other values of the same bars make. */
  readonly leaves: LeafColumns;

  constructor(
    private readonly plan: RulePlan,
    private readonly candles: CandleColumns,
    private readonly parameters: StrategyParameters,
    private readonly indicators: IndicatorMemo,
    times = PLAIN_TIMES,
    private readonly onCompared?: (node: ValueNode, series: LaggedValues) => void,
    maximumBytes?: number,
  ) {
    this.columns = new ColumnPool(candles.length, maximumBytes);
    this.usesLeft = new Map(plan.uses);
    this.keys = new RuleKeys(parameters);
    const { keys } = this;
    this.leaves = new LeafColumns({ plan, candles, parameters, indicators, times, keys, evaluateOn });
  }

  /** Bars before the first that the rules may speak on: their own warm-up, from when all other data that they read are known. */
  warmup(): number {
    const beginsAt = (node: RuleNode) => (isOfOtherData(node) ? this.leaves.firstKnown(node) : 0);
    return warmupOf(this.plan, this.parameters, beginsAt);
  }

  /** Lends the flags of a rule, one per bar or one for all, which are released after `use`. */
  useFlags(rule: ConditionNode, use: (flags: Uint8Array) => void): void {
    use(this.flagsOf(rule));
    this.release(rule);
  }

  /** The flags of a condition, of one bar or of all of them, which stay. */
  keepFlags(condition: ConditionNode): Uint8Array {
    return this.flagsOf(condition);
  }

  /** The values of an expression, one per bar: a column of its own, or one of the candles or the memo. */
  columnOf(node: ValueNode): Float64Array {
    return spread(this.seriesOf(node), this.candles.length);
  }

  /** A reference to bars before is no column of its own: it is read from where it points. */
  private seriesOf(node: ValueNode): LaggedValues {
    if (node.kind !== 'lag') return { values: this.valuesOf(node), lag: 0 };
    const { values, lag } = this.seriesOf(node.of);
    // A constant was the same before.
    return { values, lag: values.length === 1 ? 0 : lag + quantityOf(node.bars, this.parameters) };
  }

  private valuesOf(node: ComputedNode): Float64Array {
    let values = this.values.get(node);
    if (values === undefined) {
      values = this.compute(node);
      this.values.set(node, values);
      childrenOf(node).forEach((child) => this.release(child));
    }
    return values;
  }

  private flagsOf(node: ConditionNode): Uint8Array {
    let flags = this.flags.get(node);
    if (flags === undefined) {
      flags = this.decide(node);
      this.flags.set(node, flags);
      childrenOf(node).forEach((child) => this.release(child));
    }
    return flags;
  }

  private compute(node: ComputedNode): Float64Array {
    switch (node.kind) {
      case 'number':
        return Float64Array.of(quantityOf(node.value, this.parameters));
      case 'price':
      case 'clock':
      case 'feature':
      case 'regime':
      case 'data':
      case 'series':
        return this.leafOf(node);
      case 'position':
        // That of no position: where there is one, PositionConditions evaluates.
        return Float64Array.of(NaN);
      case 'indicator':
        return this.computeIndicator(node);
      case 'arithmetic': {
        const { left, right, length, start } = alignLagged(
          this.seriesOf(node.left),
          this.seriesOf(node.right),
        );
        const result = this.columns.takeValues(length);
        applyArithmetic(node.operator, left, right, result.fill(NaN, 0, start).subarray(start));
        return result;
      }
      case 'function': {
        const { left, length, start } = alignLagged(this.seriesOf(node.of), NO_OTHER);
        const result = this.columns.takeValues(length);
        applyFunction(node.name, left, result.fill(NaN, 0, start).subarray(start));
        return result;
      }
    }
  }

  private decide(node: ConditionNode): Uint8Array {
    switch (node.kind) {
      case 'comparison': {
        const series = [this.comparedOf(node.left), this.comparedOf(node.right)] as const;
        const { left, right, length, start } = alignLagged(...series);
        const result = this.columns.takeFlags(length);
        applyComparison(node.operator, left, right, result.fill(0, 0, start).subarray(start));
        return result;
      }
      case 'trend': {
        const { left, length, start } = alignLagged(this.comparedOf(node.of), NO_OTHER);
        const result = this.columns.takeFlags(length);
        const bars = quantityOf(node.bars, this.parameters);
        applyTrend(left, bars, node.direction, result.fill(0, 0, start).subarray(start));
        return result;
      }
      case 'not': {
        const flags = this.flagsOf(node.of);
        const result = this.columns.takeFlags(flags.length);
        applyNot(flags, result);
        return result;
      }
      case 'all':
      case 'any': {
        const combine = node.kind === 'all' ? keepBoth : addOther;
        const first = this.flagsOf(node.of[0]);
        const result = this.columns.takeFlags(this.candles.length);
        if (first.length === result.length) result.set(first);
        else result.fill(first[0]);
        for (const child of node.of.slice(1)) combine(result, this.flagsOf(child));
        return result;
      }
    }
  }

  private comparedOf(node: ValueNode): LaggedValues {
    const series = this.seriesOf(node);
    if (!node.ofPosition) this.onCompared?.(node, series);
    return series;
  }

  private leafOf(node: LeafNode): Float64Array {
    if (isMemoisedLeaf(node)) this.columns.holdShared();
    return this.leaves.of(node);
  }

  private computeIndicator(node: IndicatorNode): Float64Array {
    this.columns.holdShared();
    const key = this.keys.ofIndicator(node);
    return this.indicators.get(this.keys.ofColumn(node), () => {
      const outputs = this.computeOutputs(node);
      // What else the rules want of the same indicator is known now, too.
      for (const other of this.plan.indicators) {
        if (other.output !== node.output && this.keys.ofIndicator(other) === key) {
          this.indicators.get(this.keys.ofColumn(other), () => outputs[other.output]);
        }
      }
      return outputs[node.output];
    });
  }

  private computeOutputs(node: IndicatorNode): readonly Float64Array[] {
    const indicator = INDICATORS[node.name];
    const parameters = indicatorParameters(node, this.parameters);
    const into = indicator.outputs.map(() => this.indicators.lend(this.candles.length));
    if (indicator.input === 'candles') return indicator.compute(this.candles, parameters, into);
    return computeOnSource(indicator, this.columnOf(node.source!), parameters, into);
  }

  /** One use of a node is over; with the last its column is. */
  private release(node: RuleNode): void {
    const left = this.usesLeft.get(node)! - 1;
    this.usesLeft.set(node, left);
    if (left > 0) return;
    const column = this.values.get(node as ValueNode) ?? this.flags.get(node as ConditionNode);
    if (column === undefined) {
      // A reference, or the source of an indicator that the memo knew: what it is made of has no use any more either.
      childrenOf(node).forEach((child) => this.release(child));
      return;
    }
    this.values.delete(node as ValueNode);
    this.flags.delete(node as ConditionNode);
    if (column instanceof Uint8Array) this.columns.giveBackFlags(column);
    else if (isMemoised(node)) this.columns.releaseShared();
    else this.columns.giveBackValues(column);
  }
}

/** Whether its column is in the memo. */
function isMemoised(node: RuleNode): boolean {
  return node.kind === 'indicator' || isMemoisedLeaf(node);
}

/** The values of a node on the candles that it names. */
function evaluateOn(
  node: SeriesNode,
  { candles, intervalSeconds, calendar }: KnownCandles,
  parameters: StrategyParameters,
): Float64Array {
  const times = { intervalSeconds, calendar };
  return new RuleEvaluation(planSeries(node), candles, parameters, new IndicatorMemo(), times).columnOf(
    node.of,
  );
}
