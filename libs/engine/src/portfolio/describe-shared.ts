import { accountWarnings } from '../backtest/backtest-warnings';
import { type Purse } from '../backtest/purse';
import { volumesOfTrades } from '../backtest/volume-warnings';
import { FillVolumes } from '../backtest/fill-volumes';
import { type Trade, type TradeLeg } from '../performance/trade';
import { type AlignedMembers, firstAtOrAfter } from './align-members';
import { listNames } from './decision-notes';
import { type PortfolioInput, type PortfolioTrade } from './portfolio';
import { type PortfolioSimulation } from './portfolio-simulation';
import { type SharedHistory, type SharedSeries } from './shared-series';
import { volumeWarningsByMember } from './fill-warnings';

/** An exit at a bar of the account at which its series need not have one. */
export interface ApartExit {
  readonly bar: number;
  readonly reason: 'delisted' | 'end_of_data' | 'bankruptcy';
}

/** What a run of a shared strategy has marked and counted. */
interface SharedBooks extends Pick<PortfolioSimulation, 'equity' | 'cash' | 'averageWeights' | 'heldBars'> {
  readonly entries: { readonly withoutRoom: number };
  readonly apart: ReadonlyMap<Trade, ApartExit>;
}

/** Gathers the accounts of the series into what any run of a portfolio answers. */
export function describeShared(
  input: PortfolioInput,
  aligned: AlignedMembers,
  purse: Purse,
  history: SharedHistory,
  { equity, cash, averageWeights, heldBars, entries, apart }: SharedBooks,
): PortfolioSimulation {
  const accounts = history.series.map(({ account }) => account);
  const sum = (field: SummedField) => accounts.reduce((total, account) => total + account[field], 0);
  const trades = gatherTrades(aligned, history.series, apart);
  const counted = {
    liquidations: sum('liquidations'),
    unaffordableEntries: sum('unaffordableEntries'),
    reducedEntries: sum('reducedEntries'),
    contradictoryEntries: sum('contradictoryEntries'),
    skippedReductions: sum('skippedReductions'),
    ambiguousBars: sum('ambiguousBars'),
    bankrupt: purse.bankrupt,
    unpaidLoss: purse.unpaidLoss,
  };
  return {
    aligned,
    equity,
    cash,
    averageWeights,
    trades,
    rebalancings: [],
    heldBars,
    tradedValue: sum('tradedValue'),
    costs: { fees: sum('fees'), slippage: sum('slippage'), funding: sum('funding') },
    bankrupt: purse.bankrupt,
    warnings: [
      ...historyWarnings(history),
      ...(entries.withoutRoom > 0
        ? [`entries left out because max_open_positions were open: ${entries.withoutRoom}`]
        : []),
      ...accountWarnings(counted, input.members[0].execution),
      ...volumeWarningsByMember(aligned, volumesByMember(input, history.series)),
    ],
  };
}

type SummedField =
  | 'fees'
  | 'slippage'
  | 'funding'
  | 'tradedValue'
  | 'unaffordableEntries'
  | 'reducedEntries'
  | 'contradictoryEntries'
  | 'skippedReductions'
  | 'ambiguousBars'
  | 'liquidations';

/** The trades of all series on the account's bars, in the order of their exits. */
function gatherTrades(
  { openTime, first }: AlignedMembers,
  series: readonly SharedSeries[],
  apart: SharedBooks['apart'],
): PortfolioTrade[] {
  const trades = series.flatMap(({ member, account, aligned }) => {
    const barOf = (candle: number) => firstAtOrAfter(openTime, aligned.candles.openTime[candle]) - first;
    return account.trades.map((trade): PortfolioTrade => {
      const exit = apart.get(trade);
      const exitReason = exit?.reason ?? trade.exitReason;
      const exitIndex = exit === undefined ? barOf(trade.exitIndex) : exit.bar - first;
      const { legs } = trade;
      return {
        member,
        ...trade,
        exitReason,
        entryIndex: barOf(trade.entryIndex),
        exitIndex,
        ...(legs && { legs: legsOnBars(legs, barOf, { exitReason, exitIndex }) }),
      };
    });
  });
  return trades.sort((one, other) => one.exitIndex - other.exitIndex || one.exitTime - other.exitTime);
}

/** Legs on the account's bars; the last one is the exit of the trade. */
function legsOnBars(
  legs: readonly TradeLeg[],
  barOf: (candle: number) => number,
  exit: Pick<TradeLeg, 'exitReason' | 'exitIndex'>,
): TradeLeg[] {
  return legs.map((leg, index) => ({
    ...leg,
    ...(index === legs.length - 1 ? exit : { exitIndex: barOf(leg.exitIndex) }),
  }));
}

function historyWarnings({ tooShort, warmingUp }: SharedHistory): string[] {
  const warnings: string[] = [];
  if (tooShort.length > 0) {
    warnings.push(
      `members without any signal, because their candles are too few to warm up or give the rules no value: ${listNames(tooShort)}`,
    );
  }
  if (warmingUp.length > 0) {
    warnings.push(
      `members whose first signal can come within the range only, for lack of candles before it: ${listNames(warmingUp)}`,
    );
  }
  return warnings;
}

function volumesByMember({ members }: PortfolioInput, series: readonly SharedSeries[]): FillVolumes[] {
  const volumes = members.map(() => new FillVolumes());
  for (const { member, account, aligned } of series) {
    const inBaseUnits = members[member].volumeInBaseUnits ?? false;
    volumes[member] = volumesOfTrades(account.closed, aligned.candles.volume, inBaseUnits);
  }
  return volumes;
}
