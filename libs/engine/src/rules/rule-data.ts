import { type BarTimes, type StrategyParameters } from '../backtest/strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type DataNeed, nameOfRequest } from '../known-data/data-request';
import { sayOfDataset } from '../known-data/data-warnings';
import { type CandleColumns } from '../market/candle-columns';
import { formatDateTime } from '../market/parse-time';
import { isOfOtherData } from './leaf-columns';
import { RuleEvaluation } from './rule-evaluation';
import { type DataNode, type SeriesNode } from './rule-node';
import { planSeries, type RulePlan, warmupOf } from './rule-plan';

export function readsOtherData(plan: RulePlan): boolean {
  return nodesOf(plan).length > 0;
}

/** What rules read besides the candles that they trade: of other candles as many as are known at the first bar. */
export function dataNeeds(plan: RulePlan, parameters: StrategyParameters): DataNeed[] {
  return nodesOf(plan).map((node) => ({
    request: node.request,
    path: node.path,
    warmupBars: node.kind === 'series' ? warmupOf(planSeries(node), parameters) + 1 : 0,
  }));
}

interface RuleDataSetting {
  readonly candles: CandleColumns;
  readonly tradeFrom: number;
  readonly parameters: StrategyParameters;
  readonly indicators: IndicatorMemo;
  readonly times: BarTimes;
}

/** What a reader of a run has to know of the data: those that begin within the range, and what datasets say of themselves. */
export function describeRuleData(
  plan: RulePlan,
  { candles, tradeFrom, parameters, indicators, times }: RuleDataSetting,
): string[] {
  const { leaves } = new RuleEvaluation(plan, candles, parameters, indicators, times);
  const warnings = nodesOf(plan).flatMap((node) => {
    const first = leaves.firstKnown(node);
    if (first <= tradeFrom) return [];
    const name = nameOfRequest(node.request);
    if (first === candles.length) return [`${name} is not known at any bar of the range`];
    return [
      `${name} is known from the close of the bar of ${formatDateTime(candles.openTime[first])} on: the rules wait for it`,
    ];
  });
  const datasets = nodesOf(plan).flatMap(({ request }) =>
    request.kind === 'column' ? [request.dataset] : [],
  );
  return [...new Set([...warnings, ...datasets.map(sayOfDataset)])];
}

function nodesOf({ nodes }: RulePlan): (DataNode | SeriesNode)[] {
  return nodes.filter(isOfOtherData);
}
