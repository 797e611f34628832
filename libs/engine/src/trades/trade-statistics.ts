import {
  add,
  compare,
  divide,
  type ExactDecimal,
  multiply,
  negate,
  ratioOf,
  readDecimal,
  subtract,
  writeDecimal,
  ZERO,
} from '../decimal/exact-decimal';
import { computeMean } from '../performance/compute-mean';
import { DIVIDED_DECIMAL_PLACES } from './contract-value';

/** A trade with an exit. Decimals as text, all trades in one currency; times in milliseconds since 1970 UTC, null: not known. */
export interface ClosedTrade {
  readonly netPnl: string;
  readonly grossPnl: string;
  readonly fees: string;
  readonly funding: string | null;
  readonly rMultiple: number | null;
  readonly tradeReturn: number | null;
  readonly entryTime: number | null;
  readonly exitTime: number | null;
}

/**
 * Amounts are decimal text in the trades' currency, totals exact, averages to 18 decimal places, half to even; ratios are numbers. What is
 * undefined is null. A trade wins with a net P&L above 0, loses with one below; one of 0 does neither, and ends a streak.
 */
export interface TradeStatistics {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  /** Wins by trades. */
  readonly winRate: number | null;
  readonly grossPnl: string;
  readonly fees: string;
  /** Received (negative: paid); null: of no trade known. */
  readonly funding: string | null;
  readonly netPnl: string;
  /** Average net P&L of a trade: freqtrade's expectancy. */
  readonly expectancy: string | null;
  /** Freqtrade's: (1 + average win / average loss) × win rate - 1; null without losses. */
  readonly expectancyRatio: number | null;
  readonly averageWin: string | null;
  /** Below 0. */
  readonly averageLoss: string | null;
  /** Sum of the wins / sum of the losses, above 0; null without losses. */
  readonly profitFactor: number | null;
  /** Average win / average loss, above 0 (LEAN's ProfitLossRatio); null without wins or losses. */
  readonly payoffRatio: number | null;
  /** Of the trades that have an R multiple. */
  readonly averageR: number | null;
  /** Of the trades' returns, as a fraction. */
  readonly averageReturn: number | null;
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
  /** The largest fall of the sum of net P&L from its peak, which is at least 0; above 0 (LEAN's MaximumClosedTradeDrawdown). */
  readonly maximumDrawdown: string;
  /** From entry to exit, of the trades with both times. */
  readonly averageHoldingSeconds: number | null;
}

/** Statistics of trades in the order of their exits. */
export function tradeStatistics(trades: readonly ClosedTrade[]): TradeStatistics {
  const profits = trades.map((trade) => readDecimal(trade.netPnl));
  const won = profits.filter(({ units }) => units > 0n);
  const lost = profits.filter(({ units }) => units < 0n);
  const [net, profit, loss] = [sumOf(profits), sumOf(won), sumOf(lost)];
  const fundings = present(trades, (trade) => trade.funding).map(readDecimal);
  const winRate = trades.length === 0 ? null : won.length / trades.length;
  const payoffRatio = ratioOf(times(profit, lost.length), negate(times(loss, won.length)));
  return {
    trades: trades.length,
    wins: won.length,
    losses: lost.length,
    winRate,
    grossPnl: writeDecimal(sumOf(trades.map((trade) => readDecimal(trade.grossPnl)))),
    fees: writeDecimal(sumOf(trades.map((trade) => readDecimal(trade.fees)))),
    funding: fundings.length === 0 ? null : writeDecimal(sumOf(fundings)),
    netPnl: writeDecimal(net),
    expectancy: averageOf(net, trades.length),
    expectancyRatio: winRate === null || lost.length === 0 ? null : (1 + (payoffRatio ?? 0)) * winRate - 1,
    averageWin: averageOf(profit, won.length),
    averageLoss: averageOf(loss, lost.length),
    profitFactor: ratioOf(profit, negate(loss)),
    payoffRatio,
    averageR: meanOf(present(trades, (trade) => trade.rMultiple)),
    averageReturn: meanOf(present(trades, (trade) => trade.tradeReturn)),
    longestWinningStreak: longestStreak(profits, 1),
    longestLosingStreak: longestStreak(profits, -1),
    maximumDrawdown: writeDecimal(maximumDrawdown(profits)),
    averageHoldingSeconds: meanOf(present(trades, holdingSeconds)),
  };
}

function present<Value>(
  trades: readonly ClosedTrade[],
  valueOf: (trade: ClosedTrade) => Value | null,
): Value[] {
  return trades.map(valueOf).filter((value) => value !== null);
}

function holdingSeconds({ entryTime, exitTime }: ClosedTrade): number | null {
  return entryTime === null || exitTime === null ? null : (exitTime - entryTime) / 1000;
}

function meanOf(values: readonly number[]): number | null {
  return computeMean(Float64Array.from(values));
}

function sumOf(amounts: readonly ExactDecimal[]): ExactDecimal {
  return amounts.reduce(add, ZERO);
}

function averageOf(sum: ExactDecimal, count: number): string | null {
  return count === 0 ? null : writeDecimal(divide(sum, decimalOf(count), DIVIDED_DECIMAL_PLACES));
}

function times(amount: ExactDecimal, count: number): ExactDecimal {
  return multiply(amount, decimalOf(count));
}

function decimalOf(count: number): ExactDecimal {
  return { units: BigInt(count), decimalPlaces: 0 };
}

function longestStreak(profits: readonly ExactDecimal[], sign: 1 | -1): number {
  let [longest, current] = [0, 0];
  for (const profit of profits) {
    current = compare(profit, ZERO) === sign ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

function maximumDrawdown(profits: readonly ExactDecimal[]): ExactDecimal {
  let [cumulative, peak, maximum] = [ZERO, ZERO, ZERO];
  for (const profit of profits) {
    cumulative = add(cumulative, profit);
    if (compare(cumulative, peak) > 0) peak = cumulative;
    const drawdown = subtract(peak, cumulative);
    if (compare(drawdown, maximum) > 0) maximum = drawdown;
  }
  return maximum;
}
