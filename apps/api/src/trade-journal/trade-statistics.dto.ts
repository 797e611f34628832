import {
  TRADE_GROUPINGS,
  type TradeGrouping,
  type TradesOfGroup,
  type TradesToJudge,
} from '#domain/trade-journal/trade-statistics-reader';
import type { TradeStatistics } from '#engine/trades/trade-statistics';
import {
  CountAnswer,
  DecimalAnswer,
  FractionAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { OneOfField } from '../http/validation/fields';
import { withJournalFilter } from './journal-query.dto';
import { AMOUNT_UNIT } from './trade-parts.dto';

class GroupingQuery {
  @OneOfField(TRADE_GROUPINGS, {
    description: 'What the trades of a group share; left out: all trades are one group',
    example: 'month',
    optional: true,
  })
  group_by?: TradeGrouping;
}

export class TradeStatisticsQuery extends withJournalFilter(GroupingQuery) {}

/** Figures of the trades of a group in one currency. */
export class GroupStatisticsRead {
  @TextAnswer({
    description:
      'What the trades share: the symbol, account, tag, side or id of the idea; monday to sunday, the hour 00 to 23, or the month as YYYY-MM, of the exit in UTC; null: ' +
      'without group_by, or of trades that have none',
    nullable: true,
    example: '2024-01',
  })
  group: string | null;

  @TextAnswer({
    description: 'Currency of the amounts; null: the symbol does not name one',
    nullable: true,
    example: 'USDT',
  })
  currency: string | null;

  @TextAnswer({
    description:
      'Where the currency is not known, the symbol that all trades of this group are in; else null',
    nullable: true,
    example: 'ES',
  })
  symbol: string | null;

  @CountAnswer('trades', { description: 'Closed, with a result', example: 8 })
  trades: number;

  @CountAnswer('trades', { description: 'With a net P&L above 0', example: 5 })
  wins: number;

  @CountAnswer('trades', { description: 'With a net P&L below 0', example: 3 })
  losses: number;

  @FractionAnswer({ description: 'wins over trades', nullable: true, example: 0.625 })
  win_rate: number | null;

  @DecimalAnswer(AMOUNT_UNIT, { description: 'Average net P&L of a trade', nullable: true, example: '56.25' })
  expectancy: string | null;

  @NumberAnswer('ratio', {
    description: '(1 + payoff_ratio) × win_rate − 1; null without losses',
    nullable: true,
    example: 0.6027,
  })
  expectancy_ratio: number | null;

  @NumberAnswer('ratio', {
    description: 'Sum of the wins over the sum of the losses, above 0; null without losses',
    nullable: true,
    example: 2.6,
  })
  profit_factor: number | null;

  @NumberAnswer('ratio', {
    description: 'Average win over average loss, above 0; null without wins or losses',
    nullable: true,
    example: 1.56,
  })
  payoff_ratio: number | null;

  @DecimalAnswer(AMOUNT_UNIT, { description: 'Average of the wins', nullable: true, example: '150' })
  average_win: string | null;

  @DecimalAnswer(AMOUNT_UNIT, {
    description: 'Average of the losses, below 0',
    nullable: true,
    example: '-100',
  })
  average_loss: string | null;

  @NumberAnswer('multiple', {
    description: 'Average R multiple of the trades that have one',
    nullable: true,
    example: 0.4,
  })
  average_r: number | null;

  @FractionAnswer({ description: 'Average return of the trades', nullable: true, example: 0.012 })
  average_return: number | null;

  @CountAnswer('trades', { description: 'Most wins in a row', example: 3 })
  longest_winning_streak: number;

  @CountAnswer('trades', { description: 'Most losses in a row', example: 2 })
  longest_losing_streak: number;

  @DecimalAnswer(AMOUNT_UNIT, {
    description: 'Largest fall of the running sum of net P&L from its peak, which is at least 0',
    example: '200',
  })
  max_drawdown: string;

  @DecimalAnswer(AMOUNT_UNIT, { description: 'Sum of the fees; negative: rebates', example: '12.50' })
  fees: string;

  @DecimalAnswer(AMOUNT_UNIT, {
    description: 'Sum of the funding received, estimated; negative: paid; null: of no trade known',
    nullable: true,
    example: '-1.25',
  })
  funding: string | null;

  @DecimalAnswer(AMOUNT_UNIT, { description: 'Sum before fees and funding', example: '463.75' })
  gross_pnl: string;

  @DecimalAnswer(AMOUNT_UNIT, { description: 'Sum of gross_pnl − fees + funding', example: '450' })
  net_pnl: string;

  @NumberAnswer('seconds', {
    description: 'From entry to exit, of the trades with both times',
    nullable: true,
    example: 5400,
  })
  average_holding_seconds: number | null;
}

export class TradeStatisticsRead {
  @WordAnswer(TRADE_GROUPINGS, {
    description: 'As requested; null: all trades are one group',
    nullable: true,
    example: 'month',
  })
  group_by: TradeGrouping | null;

  @ObjectAnswer([GroupStatisticsRead], {
    description: 'By group and currency, at most 1,000; empty without a closed trade that has a result',
  })
  groups: GroupStatisticsRead[];

  @CountAnswer('records', { description: 'Groups beyond the 1,000 that are shown', example: 0 })
  omitted_groups: number;

  @CountAnswer('trades', { description: 'Open ones that match, which are in no group', example: 1 })
  open_trades: number;

  @CountAnswer('trades', {
    description: 'Closed ones that match, without a result since their quantity is not known; in no group',
    example: 2,
  })
  trades_without_result: number;

  @CountAnswer('trades', {
    description:
      'Those in the groups whose net P&L lacks fees, as no price of their currency is stored (fees_apart)',
    example: 0,
  })
  trades_with_fees_apart: number;
}

function toGroupStatistics(
  { key, currency, symbol }: TradesOfGroup,
  figures: TradeStatistics,
): GroupStatisticsRead {
  return {
    group: key,
    currency,
    symbol,
    trades: figures.trades,
    wins: figures.wins,
    losses: figures.losses,
    win_rate: figures.winRate,
    expectancy: figures.expectancy,
    expectancy_ratio: figures.expectancyRatio,
    profit_factor: figures.profitFactor,
    payoff_ratio: figures.payoffRatio,
    average_win: figures.averageWin,
    average_loss: figures.averageLoss,
    average_r: figures.averageR,
    average_return: figures.averageReturn,
    longest_winning_streak: figures.longestWinningStreak,
    longest_losing_streak: figures.longestLosingStreak,
    max_drawdown: figures.maximumDrawdown,
    fees: figures.fees,
    funding: figures.funding,
    gross_pnl: figures.grossPnl,
    net_pnl: figures.netPnl,
    average_holding_seconds: figures.averageHoldingSeconds,
  };
}

/** Of the groups as many as there are figures. */
export function toTradeStatistics(
  grouping: TradeGrouping | undefined,
  { groups, open, withoutResult, withFeesApart }: TradesToJudge,
  figures: readonly TradeStatistics[],
): TradeStatisticsRead {
  return {
    group_by: grouping ?? null,
    groups: figures.map((each, index) => toGroupStatistics(groups[index], each)),
    omitted_groups: groups.length - figures.length,
    open_trades: open,
    trades_without_result: withoutResult,
    trades_with_fees_apart: withFeesApart,
  };
}
