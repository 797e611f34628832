import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type BarTimes } from '../backtest/strategy';
import { type DataNeed } from '../known-data/data-request';
import { type CandleColumns } from '../market/candle-columns';
import { readValue } from './read-value';
import { dataNeeds, describeRuleData, readsOtherData } from './rule-data';
import { RuleEvaluation } from './rule-evaluation';
import { RuleReading } from './rule-reading';
import { findNode, planRules, settledAfterOf, warmupOf } from './rule-plan';

/** An expression of the rules' language: a number at every bar. */
export interface Expression {
  /** Bars before the first that has a value. */
  readonly warmupBars: number;
  /** Bars before the first whose value does not depend on where the candles begin. */
  readonly settledAfter: number;
  /** What it reads besides the candles. */
  readonly needs: readonly DataNeed[];
  /** What a reader of a run has to know of that data; nothing where it reads none. */
  dataWarnings(
    candles: CandleColumns,
    tradeFrom: number,
    indicators: IndicatorMemo,
    times: BarTimes,
  ): readonly string[];
  /** Its values on candles, one per bar and NaN where it has none; not to be written to. */
  column(candles: CandleColumns, indicators: IndicatorMemo, times: BarTimes): Float64Array;
}

/** Reads an expression without variables, parameters and what is known of one run alone: its position and the clock of its series. Throws BacktestRefusal that begins with the path of what is wrong. */
export function readExpression(input: unknown, path: string): Expression {
  const reading = new RuleReading();
  const node = readValue(reading, input, path, 1);
  for (const parameter of reading.parameters.values()) {
    reading.refuse(parameter.path, 'there are no parameters here, write the number');
  }
  const ofRun = findNode(node, (each) => each.kind === 'position' || each.kind === 'clock');
  if (ofRun !== undefined) {
    reading.refuse(
      path,
      `${ofRun.name} is known to the rules of a run alone: series are compared without a position and a clock`,
    );
  }
  const plan = planRules([node]);
  return {
    warmupBars: warmupOf(plan, {}),
    settledAfter: settledAfterOf(plan, {}),
    needs: dataNeeds(plan, {}),
    dataWarnings: (candles, tradeFrom, indicators, times) =>
      readsOtherData(plan)
        ? describeRuleData(plan, { candles, tradeFrom, parameters: {}, indicators, times })
        : [],
    column: (candles, indicators, times) =>
      new RuleEvaluation(plan, candles, {}, indicators, times).columnOf(node),
  };
}
