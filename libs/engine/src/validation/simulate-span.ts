import { chargedWith } from '../backtest/execution';
import { executionColumns } from '../backtest/execution-columns';
import { historyBars } from '../backtest/run-backtest';
import { simulateAccount, type Simulation } from '../backtest/simulate-account';
import { simulateStrategy } from '../backtest/simulate-strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { barsPerYear } from '../calendar/calendar';
import { TradeRows } from '../performance/trade-rows';
import { sliceCandleColumns } from '../market/candle-columns';
import { type AnyStrategy, givesSignals } from '../backtest/any-strategy';
import { decisionsOf, type StrategyParameters } from '../backtest/strategy';
import {
  isOfOneSeries,
  type SeriesTrials,
  type Span,
  type SpanRun,
  type SpanSimulator,
  type TrialSetting,
} from './trial-setting';

/**
 * The one module of the validation that knows the simulation of a series. Answers what makes a combination its simulator: the
 * decisions are computed once, over all candles, and hold for every span, since a signal knows no later bar. `indicators`
 * is a memo of all candles. With `equityBuffer`, room for the longest span, every run writes its equity there: it and the
 * trades last until the next run.
 */
export function spanSimulators(
  setting: TrialSetting,
  indicators: IndicatorMemo,
  equityBuffer?: Float64Array,
): (parameters: StrategyParameters) => SpanSimulator {
  if (!isOfOneSeries(setting)) return setting.simulatorOf;
  const { candles, intervalSeconds, calendar, strategy, execution, funding = null } = setting;
  if (!givesSignals(strategy))
    return (parameters) => loneSimulator(setting, strategy, parameters, equityBuffer);

  // A span's candles begin where all do and are only cut off at its end: columns of all candles serve each span.
  const measured = new IndicatorMemo();
  executionColumns(candles, execution, barsPerYear(intervalSeconds, calendar), measured);
  const { entersOnce } = strategy;
  const tradeBuffer = equityBuffer && new TradeRows();
  const account = { calendar, funding, entersOnce, indicators: measured, equityBuffer, tradeBuffer };
  return (parameters) => {
    const decisions = decisionsOf(strategy, candles, parameters, indicators, setting);
    return ({ from, to }, feeRate) => {
      const charged = feeRate === undefined ? execution : chargedWith(execution, feeRate);
      const history = sliceCandleColumns(candles, 0, to);
      const ofSpan = decisions instanceof Uint8Array ? decisions.subarray(0, to) : decisions;
      const simulation = simulateAccount(history, from, intervalSeconds, ofSpan, charged, account);
      return toSpanRun(setting, simulation, { from, to });
    };
  };
}

/** Orders are laid out by the first candle: it must be the one that a backtest of the span would begin with. So are targets run. */
function loneSimulator(
  setting: SeriesTrials,
  strategy: AnyStrategy,
  parameters: StrategyParameters,
  equityBuffer?: Float64Array,
): SpanSimulator {
  return ({ from, to }, feeRate) => {
    const { execution } = setting;
    const first = Math.max(0, from - historyBars(strategy, parameters, execution));
    const candles = sliceCandleColumns(setting.candles, first, to);
    const simulation = simulateStrategy({
      ...setting,
      execution: feeRate === undefined ? execution : chargedWith(execution, feeRate),
      candles,
      tradeFrom: from - first,
      parameters,
      equityBuffer,
    });
    return toSpanRun(setting, simulation, { from, to });
  };
}

function toSpanRun({ candles }: SeriesTrials, { equity, account }: Simulation, { from, to }: Span): SpanRun {
  const { bankrupt, heldBars, tradedValue, closed } = account;
  return {
    equity,
    openTime: candles.openTime.subarray(from, to),
    tradeCount: closed.length,
    get trades() {
      return closed.all();
    },
    bankrupt,
    heldBars,
    tradedValue,
  };
}
