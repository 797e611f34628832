import { Calendar } from '../market/calendar';
import { CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { computeMetrics, Metrics } from '../performance/compute-metrics';
import { buyAndHold } from '../strategies/buy-and-hold';
import { Strategy, StrategyParameters } from '../strategies/strategy';
import { BacktestRefusal } from './backtest-refusal';
import { Execution } from './execution';
import { simulateAccount, Simulation } from './simulate-account';
import { Trade } from './trade';

export interface BacktestInput {
  /** Closed candles, oldest first; those before `tradeFrom` only warm the indicators up. */
  readonly candles: CandleColumns;
  /** Index of the first bar inside the requested range. */
  readonly tradeFrom: number;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
  readonly strategy: Strategy;
  /** Complete and valid, as resolveStrategy returns them. */
  readonly parameters: StrategyParameters;
  readonly execution: Execution;
}

export interface BacktestResult {
  readonly trades: readonly Trade[];
  /** equity[i] is marked at the close of bar tradeFrom + i; equity[0] is the initial capital (see simulateAccount). */
  readonly equity: Float64Array;
  readonly metrics: Metrics;
  /** Buy and hold over the same bars at the same costs. */
  readonly benchmark: Metrics;
  readonly costs: { readonly fees: number; readonly slippage: number };
  /** What was skipped or not as asked, in sentences. */
  readonly warnings: readonly string[];
  /** Bars from `tradeFrom` on. */
  readonly bars: number;
  /** Bars the strategy needs before its first signal. */
  readonly warmupBars: number;
  readonly bankrupt: boolean;
}

/** Fewer than an entry and the bar it is decided in make no backtest. */
const FEWEST_BARS = 2;

/**
 * Runs one strategy over one series. Pure: the same input gives the same output. Throws BacktestRefusal when there are
 * too few bars to say anything.
 */
export function runBacktest(input: BacktestInput): BacktestResult {
  const { candles, tradeFrom, strategy, parameters, execution } = input;
  const warmupBars = strategy.warmup(parameters);
  refuseTooFewBars(candles.length, tradeFrom, warmupBars, strategy.name);

  const simulation = simulate(input, strategy.signals(candles, parameters));
  const holding = simulate(input, buyAndHold.signals(candles, {}));
  const { equity, account } = simulation;
  return {
    trades: account.trades,
    equity,
    metrics: metricsOf(input, simulation),
    benchmark: metricsOf(input, holding),
    costs: { fees: account.fees, slippage: account.slippage },
    warnings: [
      ...warmupWarnings(candles, tradeFrom, warmupBars),
      ...accountWarnings(simulation, execution),
      ...(holding.account.trades.length === 0
        ? ['buy and hold, the benchmark, could not afford one lot']
        : []),
    ],
    bars: candles.length - tradeFrom,
    warmupBars,
    bankrupt: account.bankrupt,
  };
}

function simulate(input: BacktestInput, signals: Uint8Array): Simulation {
  return simulateAccount(input.candles, input.tradeFrom, input.intervalSeconds, signals, input.execution);
}

function metricsOf(input: BacktestInput, { equity, account }: Simulation): Metrics {
  const { candles, tradeFrom, intervalSeconds, calendar } = input;
  const { openTime } = sliceCandleColumns(candles, tradeFrom, candles.length);
  const { trades, heldBars, tradedValue } = account;
  return computeMetrics({ equity, openTime, intervalSeconds, calendar, trades, heldBars, tradedValue });
}

function refuseTooFewBars(length: number, tradeFrom: number, warmupBars: number, strategyName: string): void {
  if (length === 0) throw new BacktestRefusal('there are no candles to test on');
  const bars = length - tradeFrom;
  if (bars <= 0) throw new BacktestRefusal('there are no candles in the requested range');
  if (bars < FEWEST_BARS)
    throw new BacktestRefusal('one candle in the requested range is too few: at least 2 are needed');
  if (length < warmupBars + FEWEST_BARS) {
    throw new BacktestRefusal(
      `too few candles: ${strategyName} with these parameters needs ${warmupBars} to warm up and ${FEWEST_BARS} to trade, ` +
        `there are ${length}`,
    );
  }
}

function warmupWarnings(candles: CandleColumns, tradeFrom: number, warmupBars: number): string[] {
  if (tradeFrom >= warmupBars) return [];
  const firstSignal = new Date(candles.openTime[warmupBars]).toISOString();
  return [
    `only ${tradeFrom} of the ${warmupBars} candles that the strategy warms up on exist before the range: ` +
      `no signal before the candle of ${firstSignal}`,
  ];
}

function accountWarnings({ account }: Simulation, { lotSize }: Execution): string[] {
  const warnings: string[] = [];
  if (account.unaffordableEntries > 0) {
    warnings.push(
      `entries skipped because the cash did not buy one lot of ${lotSize}: ${account.unaffordableEntries}`,
    );
  }
  if (account.contradictoryEntries > 0) {
    warnings.push(
      `entries skipped because their bar also said the contrary: ${account.contradictoryEntries}`,
    );
  }
  if (account.bankrupt) {
    warnings.push(
      'the account went bankrupt and the run ended there' +
        (account.unpaidLoss > 0
          ? `; a loss of ${account.unpaidLoss} beyond the capital was written off`
          : ''),
    );
  }
  return warnings;
}
