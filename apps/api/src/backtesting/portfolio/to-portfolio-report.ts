import type { JobRun } from '#domain/job-runs/job-run.entity';
import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import type { StoredPortfolioReport } from '#domain/portfolios/stored-portfolio-report';
import { limitWarnings } from '#engine/market/limit-warnings';
import { toMemberRead } from '../../http/universe-members';
import { toVerdict } from '../../http/verdict.dto';
import { type CandlesCorrectedSince, correctionWarnings } from '../candles-corrected.dto';
import { toDatasetsUsed } from '../dataset-used.dto';
import { toFingerprint } from '../fingerprint.dto';
import { toLookaheadCheck } from '../lookahead-check.dto';
import { toMetrics } from '../metrics.dto';
import { toDrawdown, toMonthlyReturn } from '../periods.dto';
import { toRelative } from '../relative.dto';
import { toResolvedExecution } from '../resolved-execution.dto';
import { toTagSums } from '../tag-sums.dto';
import { toCosts, toTimings } from '../to-backtest-report';
import { toAllocation } from './allocation.dto';
import { toContribution, toMemberCorrelations } from './contribution.dto';
import type { PortfolioReportRead } from './portfolio-report.dto';
import { type PortfolioRead, toPortfolioRead } from './portfolio.dto';
import { namesOf } from './portfolio-requests';
import { toRequestedForm } from './resolved-allocation.dto';

type Request =
  | 'detail'
  | 'request_id'
  | 'members'
  | 'requested'
  | 'execution'
  | 'benchmark_series'
  | 'datasets'
  | 'candles_corrected_since'
  | 'warnings'
  | 'timings';
type Figures = Omit<PortfolioReportRead, keyof PortfolioRead | Request>;

/** The report: what was requested, how far it is, why it failed and by which request, and, once completed, every figure. */
export function toPortfolioReport(
  portfolio: PortfolioRun,
  job: Pick<JobRun, 'queuedAt' | 'losses' | 'requestId'> | null,
  stored: StoredPortfolioReport | undefined,
  corrected: CandlesCorrectedSince | null,
): PortfolioReportRead {
  const { benchmark, failureReason, status } = portfolio;
  return Object.assign(toPortfolioRead(portfolio), {
    detail: failureReason,
    request_id: status === 'failed' ? (job?.requestId ?? null) : null,
    members: portfolio.members.map(toMemberRead),
    requested: toAllocation(portfolio.settings as Readonly<Record<string, unknown>>),
    execution: portfolio.execution,
    benchmark_series: benchmark && { exchange: benchmark.exchange, symbol: benchmark.symbol },
    datasets: toDatasetsUsed(portfolio.datasets),
    ...(stored ? toFigures(stored, portfolio) : NO_FIGURES),
    candles_corrected_since: corrected,
    warnings: limitWarnings([...correctionWarnings(corrected), ...(stored?.warnings ?? [])]),
    timings: toTimings(portfolio, job),
  });
}

const NO_FIGURES: Figures = {
  metrics: null,
  benchmark: null,
  relative: null,
  verdict: null,
  costs: null,
  rebalances: null,
  rebalance_turnover: null,
  annual_turnover: null,
  contributions: [],
  correlations: null,
  bars: null,
  warmup_bars: null,
  calendar: null,
  bankrupt: null,
  lookahead_check: null,
  monthly_returns: [],
  drawdowns: [],
  resolved: null,
  fingerprint: null,
};

function toFigures(report: StoredPortfolioReport, { members }: PortfolioRun): Figures {
  const { settings, execution } = report.resolved;
  return {
    metrics: toMetrics(report.metrics),
    benchmark: toMetrics(report.benchmark),
    relative: toRelative(report.relative),
    verdict: toVerdict(report.verdict),
    ...(report.tags && { tags: toTagSums(report.tags) }),
    costs: toCosts(report.costs),
    rebalances: report.rebalances,
    rebalance_turnover: report.rebalanceTurnover,
    annual_turnover: report.annualTurnover,
    contributions: report.contributions.map((contribution) => toContribution(contribution, members)),
    correlations: toMemberCorrelations(report.correlations, members),
    bars: report.bars,
    warmup_bars: report.warmupBars,
    calendar: report.calendar,
    bankrupt: report.bankrupt,
    lookahead_check: toLookaheadCheck(report.lookaheadCheck),
    monthly_returns: report.monthlyReturns.map(toMonthlyReturn),
    drawdowns: report.drawdowns.map(toDrawdown),
    resolved: Object.assign(toAllocation(toRequestedForm(settings, namesOf(members))), {
      execution: toResolvedExecution(execution),
    }),
    fingerprint: toFingerprint(report.fingerprint),
  };
}
