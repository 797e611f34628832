import { ApiProperty } from '@nestjs/swagger';
import type { BacktestTrade } from '#domain/backtesting/backtest-trade.entity';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { limitWarnings } from '#engine/market/limit-warnings';
import { formatDateTime } from '#engine/market/parse-time';
import { type CandlesCorrectedSince, correctionWarnings } from './candles-corrected';

export class BacktestTradeRead {
  @ApiProperty({ format: 'date-time', example: '2000-03-03T00:00:00Z' })
  entry_time: string;

  @ApiProperty({ format: 'date-time', example: '2000-04-19T00:00:00Z' })
  exit_time: string;

  @ApiProperty({ enum: ['long', 'short'], example: 'long' })
  side: 'long' | 'short';

  @ApiProperty({ format: 'decimal', example: '7.1' })
  quantity: string;

  @ApiProperty({ format: 'decimal', description: 'Fill price, slippage included', example: '1409.17' })
  entry_price: string;

  @ApiProperty({ format: 'decimal', example: '1441.61' })
  exit_price: string;

  @ApiProperty({ format: 'decimal', example: '0' })
  fees: string;

  @ApiProperty({ format: 'decimal', example: '0' })
  funding: string;

  @ApiProperty({ format: 'decimal', description: 'Net of fees and funding', example: '230.32' })
  pnl: string;

  @ApiProperty({ description: 'Fraction of the entry value', example: 0.023 })
  return: number;

  @ApiProperty({ example: 'signal' })
  exit_reason: string;
}

export function toBacktestTradeRead(trade: BacktestTrade): BacktestTradeRead {
  return {
    entry_time: formatDateTime(trade.entryTime.getTime()),
    exit_time: formatDateTime(trade.exitTime.getTime()),
    side: trade.side,
    quantity: trade.quantity,
    entry_price: trade.entryPrice,
    exit_price: trade.exitPrice,
    fees: trade.fees,
    funding: trade.funding,
    pnl: trade.pnl,
    return: trade.return,
    exit_reason: trade.exitReason,
  };
}

const NO_FIGURES = {
  metrics: null,
  benchmark: null,
  verdict: null,
  costs: null,
  bars: null,
  warmup_bars: null,
  ambiguous_bars: null,
  missing_candles: null,
  bankrupt: null,
  unpaid_loss: null,
  lookahead_check: null,
  monthly_returns: [],
  drawdowns: [],
  resolved: null,
  fingerprint: null,
};

/** The report: what was asked, how far it is, why it failed, what a client edited, and, once completed, every figure the worker stored. */
export function toBacktestReport(
  backtest: Backtest,
  figures: { readonly warnings?: readonly string[] } | undefined,
  corrected: CandlesCorrectedSince | null,
) {
  const { queuedAt, startedAt, finishedAt, editedAt } = backtest;
  const time = (date: Date | null) => (date ? formatDateTime(date.getTime()) : null);
  return {
    id: backtest.id,
    status: backtest.status,
    detail: backtest.failureReason,
    edited_at: time(editedAt),
    edited_fields: backtest.editedFields,
    strategy_name: backtest.strategyName,
    symbol: backtest.symbol,
    exchange: backtest.exchange,
    interval: backtest.interval,
    start_date: backtest.startDate,
    end_date: backtest.endDate,
    parameters: backtest.parameters,
    execution: backtest.execution,
    ...NO_FIGURES,
    ...figures,
    candles_corrected_since: corrected,
    warnings: limitWarnings([...correctionWarnings(corrected), ...(figures?.warnings ?? [])]),
    timings: {
      queued_at: time(queuedAt),
      started_at: time(startedAt),
      finished_at: time(finishedAt),
      losses: backtest.losses,
    },
  };
}

const CSV_COLUMNS = [
  'entry_time',
  'exit_time',
  'side',
  'quantity',
  'entry_price',
  'exit_price',
  'fees',
  'funding',
  'pnl',
  'return',
  'exit_reason',
] as const satisfies readonly (keyof BacktestTradeRead)[];

/** RFC 4180. No value of a trade holds a comma, a quote or a line break. */
export function toTradesCsv(trades: readonly BacktestTrade[]): string {
  const rows = trades
    .map(toBacktestTradeRead)
    .map((trade) => CSV_COLUMNS.map((column) => trade[column]).join(','));
  return `${[CSV_COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
