import { Account } from '../backtest/account';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type Execution } from '../backtest/execution';
import { executionColumns } from '../backtest/execution-columns';
import { Protection } from '../backtest/protection';
import { type Purse } from '../backtest/purse';
import { requiredWarmupBars } from '../backtest/run-backtest';
import { SeriesWalk } from '../backtest/series-walk';
import { SignalTrader } from '../backtest/signal-trader';
import { type BarTimes, type Decisions, decisionsOf, type Strategy } from '../backtest/strategy';
import { barsPerYear } from '../calendar/calendar';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { strategyOf } from '../strategies/registry';
import { type AlignedMember, type AlignedMembers, firstAtOrAfter } from './align-members';
import { type PortfolioInput } from './portfolio';
import { type SharedStrategy } from './portfolio-settings';

/** Besides the warm-up: a decision and the bar that fills it. */
const FEWEST_BARS = 2;

/** A member that a shared strategy trades, with a trader of its own on the one purse. */
export interface SharedSeries {
  /** Index in the universe. */
  readonly member: number;
  readonly aligned: AlignedMember;
  readonly execution: Execution;
  readonly account: Account;
  readonly trader: SignalTrader;
  readonly walk: SeriesWalk;
  readonly decisions: Decisions;
}

/** What the members' histories keep a shared strategy from. */
export interface SharedHistory {
  readonly series: readonly SharedSeries[];
  /** Names of members that have too few candles for any signal. */
  readonly tooShort: readonly string[];
  /** Names of members whose signals begin within the range. */
  readonly warmingUp: readonly string[];
}

/** The execution of a shared strategy: its share, where there is one, is how entries are sized. */
function sharedExecution(execution: Execution, { share }: SharedStrategy): Execution {
  return share === null ? execution : { ...execution, sizing: { mode: 'percent_equity', value: share } };
}

/** What decides on a member's candles, by its index; it knows no later bar. */
export type MemberDecisions = (
  member: number,
  candles: CandleColumns,
  indicators: IndicatorMemo,
  times: BarTimes,
) => Decisions;

export function decisionsOfMembers({ declaration, parameters }: SharedStrategy): MemberDecisions {
  // One that places orders of its own was refused before there were settings.
  const strategy = strategyOf(declaration) as Strategy;
  return (_, candles, indicators, times) => decisionsOf(strategy, candles, parameters, indicators, times);
}

/** Prepares each member for one strategy. Throws BacktestRefusal where none of them can be traded by it. */
export function startSharedSeries(
  input: PortfolioInput,
  aligned: AlignedMembers,
  strategyOfAll: SharedStrategy,
  purse: Purse,
  decide = decisionsOfMembers(strategyOfAll),
): SharedHistory {
  const strategy = strategyOf(strategyOfAll.declaration) as Strategy;
  const { parameters } = strategyOfAll;
  const series: SharedSeries[] = [];
  const tooShort: string[] = [];
  const warmingUp: string[] = [];
  let problem: string | undefined;
  aligned.members.forEach((member, index) => {
    const { candles, times } = member;
    const execution = sharedExecution(input.members[index].execution, strategyOfAll);
    const tradeFrom = firstAtOrAfter(candles.openTime, aligned.openTime[aligned.first]);
    if (tradeFrom === candles.length) return;
    const warmupBars = requiredWarmupBars(strategy, parameters, execution);
    if (candles.length < warmupBars + FEWEST_BARS) {
      tooShort.push(member.name);
      return;
    }
    if (tradeFrom < warmupBars) warmingUp.push(member.name);
    const indicators = new IndicatorMemo();
    const found = strategy.findProblem?.(candles, parameters, indicators, times);
    if (found !== undefined) {
      problem ??= found;
      tooShort.push(member.name);
      return;
    }
    const decisions = decide(index, candles, indicators, times);
    series.push(
      startSeries(input, aligned, { index, execution, decisions, tradeFrom, indicators }, strategy, purse),
    );
  });
  if (series.length > 0) return { series, tooShort, warmingUp };
  throw new BacktestRefusal(
    problem ??
      `too little history: no member has the candles that ${strategy.name} with these parameters needs to warm up and to trade`,
  );
}

interface Prepared {
  readonly index: number;
  readonly execution: Execution;
  readonly decisions: Decisions;
  readonly tradeFrom: number;
  readonly indicators: IndicatorMemo;
}

function startSeries(
  { members, intervalSeconds }: PortfolioInput,
  aligned: AlignedMembers,
  { index, execution, decisions, tradeFrom, indicators }: Prepared,
  { entersOnce = false }: Strategy,
  purse: Purse,
): SharedSeries {
  const member = aligned.members[index];
  const { candles, candleAt } = member;
  const { calendar, funding } = members[index];
  const account = new Account(execution.initialCapital, execution.leverage, purse);
  const periods = barsPerYear(intervalSeconds, calendar);
  const columns = executionColumns(candles, execution, periods, indicators);
  const { averageTrueRange, annualVolatility } = columns;
  const positionRules = decisions instanceof Uint8Array ? null : decisions;
  const barMilliseconds = intervalSeconds * 1000;
  const setting = { barMilliseconds, annualVolatility, entersOnce, positionRules };
  const protection = new Protection(account, candles, execution, averageTrueRange);
  const trader = new SignalTrader(account, candles, execution, setting, protection);
  const walk = new SeriesWalk({
    candles,
    tradeFrom,
    lastBar: candleAt[candleAt.length - 1],
    decisions,
    trader,
    protection,
    execution,
    funding: execution.funding === 'off' ? null : funding,
    setting,
  });
  return { member: index, aligned: member, execution, account, trader, walk, decisions };
}
