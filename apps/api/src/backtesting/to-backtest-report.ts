import type { Backtest } from '#domain/backtesting/backtest.entity';
import type { StoredReport } from '#domain/backtesting/stored-report';
import type { JobRun } from '#domain/job-runs/job-run.entity';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { limitWarnings } from '#engine/market/limit-warnings';
import { timeText } from '../http/time-text';
import type { BacktestReportRead, CostsRead, TimingsRead } from './backtest-report.dto';
import { type CandlesCorrectedSince, correctionWarnings } from './candles-corrected.dto';
import { toDatasetsUsed } from './dataset-used.dto';
import { toFingerprint } from './fingerprint.dto';
import { toLookaheadCheck } from './lookahead-check.dto';
import { toMetrics } from './metrics.dto';
import { toDrawdown, toMonthlyReturn } from './periods.dto';
import { toRelative } from './relative.dto';
import { toResolvedExecution } from './resolved-execution.dto';
import { toTagSums } from './tag-sums.dto';
import { toVerdict } from '../http/verdict.dto';

type Request =
  | 'id'
  | 'status'
  | 'detail'
  | 'request_id'
  | 'edited_at'
  | 'edited_fields'
  | 'strategy_name'
  | 'symbol'
  | 'exchange';
type Figures = Omit<
  BacktestReportRead,
  | Request
  | 'interval'
  | 'start_date'
  | 'end_date'
  | 'parameters'
  | 'execution'
  | 'benchmark_series'
  | 'datasets'
  | 'warnings'
  | 'candles_corrected_since'
  | 'timings'
>;

/** The report: what was requested, how far it is, why it failed and by which request, what a client edited, and, once completed, every figure. */
export function toBacktestReport(
  backtest: Backtest,
  job: Job,
  stored: StoredReport | undefined,
  corrected: CandlesCorrectedSince | null,
): BacktestReportRead {
  return {
    id: backtest.id,
    status: backtest.status,
    detail: backtest.failureReason,
    request_id: backtest.status === 'failed' ? (job?.requestId ?? null) : null,
    edited_at: timeText(backtest.editedAt),
    edited_fields: backtest.editedFields,
    strategy_name: backtest.strategyName,
    symbol: backtest.symbol,
    exchange: backtest.exchange,
    interval: backtest.interval,
    start_date: backtest.startDate,
    end_date: backtest.endDate,
    parameters: backtest.parameters,
    execution: backtest.execution,
    benchmark_series: benchmarkSeriesOf(backtest),
    datasets: toDatasetsUsed(backtest.datasets),
    ...(stored ? toFigures(stored) : NO_FIGURES),
    candles_corrected_since: corrected,
    warnings: limitWarnings([
      ...correctionWarnings(corrected),
      ...benchmarkWarnings(backtest, stored),
      ...(stored?.warnings ?? []),
    ]),
    timings: toTimings(backtest, job),
  };
}

type Job = Pick<JobRun, 'queuedAt' | 'losses' | 'requestId'> | null;

/** Of a run and its job. */
export function toTimings(
  { createdAt, startedAt, finishedAt }: Pick<Backtest, 'createdAt' | 'startedAt' | 'finishedAt'>,
  job: Job,
): TimingsRead {
  return {
    queued_at: timeText(job?.queuedAt ?? createdAt),
    started_at: timeText(startedAt),
    finished_at: timeText(finishedAt),
    losses: job?.losses ?? 0,
  };
}

export function toCosts({ fees, slippage, funding }: StoredReport['costs']): CostsRead {
  return {
    fees: toDecimalText(fees),
    slippage: toDecimalText(slippage),
    funding: toDecimalText(funding),
  };
}

function benchmarkSeriesOf(backtest: Backtest) {
  const { exchange, symbol } = backtest.benchmark ?? backtest;
  return { exchange, symbol };
}

/** While versions are exchanged, one that knows no benchmark may run what names one. */
function benchmarkWarnings(
  { benchmark }: Backtest,
  stored: Pick<StoredReport, 'relative'> | undefined,
): string[] {
  if (!benchmark || !stored || stored.relative) return [];
  return ['run by a version that knows no benchmark: its own series was held instead; submit it again'];
}

const NO_FIGURES: Figures = {
  deflated_sharpe_ratio: null,
  metrics: null,
  benchmark: null,
  relative: null,
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

function toFigures(report: StoredReport): Figures {
  const { costs, resolved } = report;
  const { given, parameters, execution } = resolved;
  return {
    deflated_sharpe_ratio: report.deflatedSharpeRatio ?? null,
    metrics: toMetrics(report.metrics),
    benchmark: toMetrics(report.benchmark),
    relative: report.relative ? toRelative(report.relative) : null,
    verdict: report.verdict ? toVerdict(report.verdict) : null,
    ...(report.tags && { tags: toTagSums(report.tags) }),
    costs: toCosts(costs),
    bars: report.bars,
    warmup_bars: report.warmupBars,
    ambiguous_bars: report.ambiguousBars,
    missing_candles: report.missingCandles,
    bankrupt: report.bankrupt,
    unpaid_loss: report.unpaidLoss === undefined ? null : toDecimalText(report.unpaidLoss),
    lookahead_check: toLookaheadCheck(report.lookaheadCheck),
    monthly_returns: report.monthlyReturns.map(toMonthlyReturn),
    drawdowns: report.drawdowns.map(toDrawdown),
    resolved: { given, parameters, execution: toResolvedExecution(execution) },
    fingerprint: toFingerprint(report.fingerprint),
  };
}
