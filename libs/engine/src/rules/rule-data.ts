import { type BarTimes, type StrategyParameters } from '../backtest/strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { closeTimesOf } from '../known-data/close-times';
import { type DataNeed, keyOfRequest, nameOfRequest } from '../known-data/data-request';
import { knownOf } from '../known-data/known-data';
import { sayOfDataset } from '../known-data/data-warnings';
import { staleSince } from '../known-data/stale-since';
import { type CandleColumns } from '../market/candle-columns';
import { formatDateTime } from '../market/parse-time';
import { isOfOtherData } from './leaf-columns';
import { RuleEvaluation } from './rule-evaluation';
import { type DataNode, type SeriesNode } from './rule-node';
import { planSeries, type RulePlan, settledAfterOf, warmupOf } from './rule-plan';

export function readsOtherData(plan: RulePlan): boolean {
  return nodesOf(plan).length > 0;
}

/** What rules read besides the candles that they trade: of other candles as many before the first bar as its values settle on. */
export function dataNeeds(plan: RulePlan, parameters: StrategyParameters): DataNeed[] {
  return nodesOf(plan).map((node) => ({
    request: node.request,
    path: node.path,
    warmupBars: node.kind === 'series' ? settledAfterOf(planSeries(node), parameters, false) + 1 : 0,
  }));
}

interface RuleDataSetting {
  readonly candles: CandleColumns;
  readonly tradeFrom: number;
  readonly parameters: StrategyParameters;
  readonly indicators: IndicatorMemo;
  readonly times: BarTimes;
}

/** What a reader of a run has to know of the data: those that begin or end within the range, and what datasets say of themselves. */
export function describeRuleData(
  plan: RulePlan,
  { candles, tradeFrom, parameters, indicators, times }: RuleDataSetting,
): string[] {
  const { leaves } = new RuleEvaluation(plan, candles, parameters, indicators, times);
  const closes = closeTimesOf(candles, times, indicators);
  const warnings = nodesOf(plan).flatMap((node) => {
    const first = leaves.firstKnown(node);
    if (first <= tradeFrom)
      return node.kind === 'series' ? settlingWarnings(node, parameters, times, closes[tradeFrom]) : [];
    const name = nameOfRequest(node.request);
    if (first === candles.length) return [`${name} is not known at any bar of the range`];
    return [
      `${name} is known from the close of the bar of ${formatDateTime(candles.openTime[first])} on: the rules wait for it`,
    ];
  });
  const lastClose = closes[candles.length - 1];
  const stale = nodesOf(plan).flatMap(({ request }) => {
    const known = knownOf(times.data, request);
    // Once for all runs of a search.
    const [since] = indicators.get(`stale since ${keyOfRequest(request)}`, () =>
      Float64Array.of(staleSince(known, lastClose)),
    );
    if (Number.isNaN(since)) return [];
    return [
      `nothing of ${nameOfRequest(request)} became known after ${formatDateTime(since)}: its last value stays until the end of the range`,
    ];
  });
  const datasets = nodesOf(plan).flatMap(({ request }) =>
    request.kind === 'column' ? [request.dataset] : [],
  );
  return [...new Set([...warnings, ...stale, ...datasets.map(sayOfDataset)])];
}

/** Of other candles of which fewer were known at the close of the first bar than their averages settle on. */
function settlingWarnings(
  node: SeriesNode,
  parameters: StrategyParameters,
  times: BarTimes,
  firstClose: number,
): string[] {
  const plan = planSeries(node);
  const bars = settledAfterOf(plan, parameters, false);
  const known = knownOf(times.data, node.request);
  if (known.kind !== 'candles' || bars <= warmupOf(plan, parameters)) return [];
  const before = known.closeTime.filter((time) => time <= firstClose).length - 1;
  if (before >= bars) return [];
  return [
    `only ${before} of the ${bars} candles of ${nameOfRequest(node.request)} that averages settle on exist before the range: ` +
      'their first values depend on where the stored candles begin',
  ];
}

function nodesOf({ nodes }: RulePlan): (DataNode | SeriesNode)[] {
  return nodes.filter(isOfOtherData);
}
