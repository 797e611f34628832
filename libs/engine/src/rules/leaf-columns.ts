import { columnsOfFeatures } from '../features/feature-column';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { alignKnown } from '../known-data/align-known';
import { closeTimesOf } from '../known-data/close-times';
import { nameOfRequest } from '../known-data/data-request';
import { type KnownCandles, knownOf } from '../known-data/known-data';
import { sentimentColumn } from '../known-data/sentiment-column';
import { type CandleColumns } from '../market/candle-columns';
import { REGIMES } from '../regime/label-states';
import { rememberedRegimes } from '../regime/remembered-regimes';
import { type BarTimes, type StrategyParameters } from '../backtest/strategy';
import { isMeanPrice, meanPrice } from './mean-price';
import { readClock } from './read-clock';
import { type RuleKeys } from './rule-keys';
import {
  type ClockNode,
  type DataNode,
  type FeatureNode,
  type PriceNode,
  quantityOf,
  type RegimeNode,
  type RuleNode,
  type SeriesNode,
} from './rule-node';
import { type RulePlan } from './rule-plan';

export type LeafNode = PriceNode | ClockNode | FeatureNode | RegimeNode | DataNode | SeriesNode;

const KINDS: ReadonlySet<RuleNode['kind']> = new Set<LeafNode['kind']>([
  'price',
  'clock',
  'feature',
  'regime',
  'data',
  'series',
]);

/** Whether its column is in the memo. */
export function isMemoisedLeaf(node: RuleNode): node is LeafNode {
  return KINDS.has(node.kind) && !(node.kind === 'price' && !isMeanPrice(node.name));
}

/** Whether it is known from some moment on, whatever candles there are before. */
export function isOfOtherData(node: RuleNode): node is DataNode | SeriesNode {
  return node.kind === 'data' || node.kind === 'series';
}

/** 1 in a bull market, -1 in a bear market, else 0. */
const REGIME_VALUES = REGIMES.map((regime) => ({ bull: 1, bear: -1, ranging: 0 })[regime]);

interface LeafSetting {
  readonly plan: RulePlan;
  readonly candles: CandleColumns;
  readonly parameters: StrategyParameters;
  readonly indicators: IndicatorMemo;
  readonly times: BarTimes;
  readonly keys: RuleKeys;
  /** The values of a node on the candles that it names, one per candle of theirs. */
  readonly evaluateOn: (
    node: SeriesNode,
    known: KnownCandles,
    parameters: StrategyParameters,
  ) => Float64Array;
}

/** Columns of values that no other values of the same bars make; all but plain prices are in the memo. */
export class LeafColumns {
  constructor(private readonly setting: LeafSetting) {}

  of(node: LeafNode): Float64Array {
    const { candles, indicators, keys, times } = this.setting;
    switch (node.kind) {
      case 'price': {
        const { name } = node;
        return isMeanPrice(name) ? indicators.get(name, () => meanPrice(candles, name)) : candles[name];
      }
      case 'clock':
        return indicators.get(`clock ${node.name}`, () => readClock(node.name, candles, times));
      case 'feature':
        return this.feature(node);
      case 'regime':
        return indicators.get(keys.of(node), () => this.computeRegime(node));
      case 'data':
        return indicators.get(keys.of(node), () => this.computeData(node));
      case 'series':
        return indicators.get(keys.of(node), () => this.computeSeries(node));
    }
  }

  /** The first bar at whose close it has a value; the number of bars where it never has. */
  firstKnown(node: DataNode | SeriesNode): number {
    const column = this.of(node);
    const first = column.findIndex((value) => !Number.isNaN(value));
    return first < 0 ? column.length : first;
  }

  private feature(node: FeatureNode): Float64Array {
    const { candles, indicators, keys, plan } = this.setting;
    return indicators.get(keys.of(node), () => {
      // Many are computed together: what else the rules want of them is known now, too.
      const wanted = plan.nodes.filter((other) => other.kind === 'feature');
      const columns = columnsOfFeatures(
        candles,
        wanted.map(({ name }) => name),
      );
      for (const other of wanted) {
        if (other !== node) indicators.get(keys.of(other), () => columns.get(other.name)!);
      }
      return columns.get(node.name)!;
    });
  }

  private computeRegime({ lookback, refit }: RegimeNode): Float64Array {
    const { candles, parameters, indicators } = this.setting;
    const settings = { lookback: quantityOf(lookback, parameters), refit: quantityOf(refit, parameters) };
    return rememberedRegimes(candles, settings, indicators).map((code) => REGIME_VALUES[code] ?? NaN);
  }

  private computeData({ request }: DataNode): Float64Array {
    const known = knownOf(this.setting.times.data, request);
    if (known.kind === 'headlines') return sentimentColumn(known, this.closeTimes());
    if (known.kind === 'rows') return alignKnown(this.closeTimes(), known);
    throw new Error(`${nameOfRequest(request)} was loaded as candles`);
  }

  private computeSeries(node: SeriesNode): Float64Array {
    const known = knownOf(this.setting.times.data, node.request);
    if (known.kind !== 'candles') throw new Error(`${nameOfRequest(node.request)} was not loaded as candles`);
    const value = this.setting.evaluateOn(node, known, this.setting.parameters);
    return alignKnown(this.closeTimes(), { knownAt: known.closeTime, value });
  }

  private closeTimes(): Float64Array {
    const { candles, times, indicators } = this.setting;
    return closeTimesOf(candles, times, indicators);
  }
}
