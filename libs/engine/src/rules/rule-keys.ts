import { type StrategyParameters } from '../backtest/strategy';
import { keyOfRequest } from '../known-data/data-request';
import { type IndicatorNode, quantityOf, type ValueNode } from './rule-node';

/**
 * Keys of what nodes compute in one run, as JSON: equal for equal indicators, parameters' values and sources, also those
 * of another run over the same candles with other parameters or other rules.
 */
export class RuleKeys {
  private readonly keys = new Map<ValueNode, string>();

  constructor(private readonly parameters: StrategyParameters) {}

  /** Without the output: all outputs are computed together. */
  ofIndicator({ name, source, parameters }: IndicatorNode): string {
    const values = parameters.map(([, value]) => quantityOf(value, this.parameters));
    return `[${JSON.stringify(name)},${source === null ? 'null' : this.of(source)},${JSON.stringify(values)}]`;
  }

  /** With the output. */
  ofColumn(node: IndicatorNode): string {
    return `${this.ofIndicator(node)}.${node.output}`;
  }

  /** Of any other value that is remembered. */
  of(node: ValueNode): string {
    let key = this.keys.get(node);
    if (key === undefined) {
      key = this.make(node);
      this.keys.set(node, key);
    }
    return key;
  }

  private make(node: ValueNode): string {
    switch (node.kind) {
      case 'number':
        return JSON.stringify(quantityOf(node.value, this.parameters));
      case 'price':
      case 'clock':
      case 'position':
        return JSON.stringify(node.name);
      case 'lag':
        return `["ref",${this.of(node.of)},${quantityOf(node.bars, this.parameters)}]`;
      case 'arithmetic':
        return `["${node.operator}",${this.of(node.left)},${this.of(node.right)}]`;
      case 'function':
        return `["${node.name}",${this.of(node.of)}]`;
      case 'feature':
        return `["feature",${JSON.stringify(node.name)}]`;
      case 'regime':
        return `["regime",${quantityOf(node.lookback, this.parameters)},${quantityOf(node.refit, this.parameters)}]`;
      case 'data':
        return `["data",${keyOfRequest(node.request)}]`;
      case 'series':
        return `["series",${keyOfRequest(node.request)},${this.of(node.of)}]`;
      case 'indicator':
        return `[${this.ofIndicator(node)},${node.output}]`;
    }
  }
}
