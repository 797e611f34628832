import { type HeldPosition } from '../backtest/position-rules';
import { type StrategyParameters } from '../backtest/strategy';
import { applyArithmetic, applyComparison, applyFunction } from './column-operations';
import { type RuleEvaluation } from './rule-evaluation';
import { type ConditionNode, type PositionName, quantityOf, type ValueNode } from './rule-node';

/** A value, or 1 for true and 0 for false, at a bar. */
type At = (bar: number) => number;

const POSITION_VALUES: Readonly<Record<PositionName, (position: HeldPosition) => number>> = {
  bars_in_trade: ({ bars }) => bars,
  entry_price: ({ entryPrice }) => entryPrice,
  unrealised_return: ({ unrealisedReturn }) => unrealisedReturn,
};

/**
 * Conditions one bar at a time, with what the position is at it. Parts that know nothing of the position are columns of the
 * evaluation; the others are computed from one bar's values by the same operations.
 */
export class PositionConditions {
  /** At the bar that is evaluated next. */
  position: HeldPosition | null = null;

  constructor(
    private readonly evaluation: RuleEvaluation,
    private readonly parameters: StrategyParameters,
  ) {}

  compile(node: ConditionNode): At {
    if (!node.ofPosition) {
      const flags = this.evaluation.keepFlags(node);
      const mask = flags.length === 1 ? 0 : -1;
      return (bar) => flags[bar & mask];
    }
    switch (node.kind) {
      case 'all':
      case 'any': {
        const of = node.of.map((child) => this.compile(child));
        return node.kind === 'all'
          ? (bar) => Number(of.every((holds) => holds(bar) !== 0))
          : (bar) => Number(of.some((holds) => holds(bar) !== 0));
      }
      case 'not': {
        const holds = this.compile(node.of);
        return (bar) => holds(bar) ^ 1;
      }
      case 'comparison': {
        const operands = this.operandsOf(node.left, node.right);
        const result = new Uint8Array(1);
        return (bar) => {
          const [left, right] = operands(bar);
          applyComparison(node.operator, left, right, result);
          return result[0];
        };
      }
      case 'trend':
        throw new Error(`${node.path}: a trend of the position was not refused`);
    }
  }

  private valueOf(node: ValueNode): At {
    if (node.kind === 'number') {
      const value = quantityOf(node.value, this.parameters);
      return () => value;
    }
    if (node.kind === 'position') {
      const read = POSITION_VALUES[node.name];
      return () => (this.position === null ? NaN : read(this.position));
    }
    if (node.ofPosition && node.kind === 'arithmetic') {
      const operands = this.operandsOf(node.left, node.right);
      const result = new Float64Array(1);
      return (bar) => {
        const [left, right] = operands(bar);
        applyArithmetic(node.operator, left, right, result);
        return result[0];
      };
    }
    if (node.ofPosition && node.kind === 'function') {
      const operands = this.operandsOf(node.of, node.of);
      const result = new Float64Array(1);
      return (bar) => {
        applyFunction(node.name, operands(bar)[0], result);
        return result[0];
      };
    }
    const column = this.evaluation.columnOf(node);
    return (bar) => column[bar];
  }

  private operandsOf(
    left: ValueNode,
    right: ValueNode,
  ): (bar: number) => readonly [Float64Array, Float64Array] {
    const leftAt = this.valueOf(left);
    const rightAt = this.valueOf(right);
    const values = [new Float64Array(1), new Float64Array(1)] as const;
    return (bar) => {
      values[0][0] = leftAt(bar);
      values[1][0] = rightAt(bar);
      return values;
    };
  }
}
