import type { LookaheadCheck } from '#engine/backtest/check-lookahead';
import type { RelativeFigures } from '#engine/backtest/relative-figures';
import type { Execution } from '#engine/backtest/execution';
import type { Calendar } from '#engine/calendar/calendar';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { DrawdownSpell } from '#engine/performance/list-drawdowns';
import type { MonthlyReturn } from '#engine/performance/list-monthly-returns';
import type { PortfolioResult } from '#engine/portfolio/portfolio';
import type { PortfolioSettings } from '#engine/portfolio/portfolio-settings';
import type { Verdict } from '#engine/validation/reach-verdict';
import type { RunFingerprint, TagSums } from '../backtesting/stored-report';

/** Grows when the form of a stored result changes; a migration then converts the rows. */
export const PORTFOLIO_RESULT_VERSION = 1;

/** How alike the members moved that were held most. */
export interface MemberCorrelations {
  /** Their indices, the most held first. */
  readonly members: readonly number[];
  /** A line for each of them; null where it is undefined. */
  readonly coefficients: readonly (readonly (number | null)[])[];
}

/** A completed portfolio run as the engine found it, but for its trades, weights and curves: they have tables of their own. */
export interface StoredPortfolioReport extends Pick<
  PortfolioResult,
  'metrics' | 'costs' | 'contributions' | 'rebalanceTurnover' | 'annualTurnover' | 'bankrupt' | 'warnings'
> {
  readonly version: typeof PORTFOLIO_RESULT_VERSION;
  /** Of the series that was named, or of the universe at equal weights. */
  readonly benchmark: Metrics;
  readonly relative: RelativeFigures;
  readonly verdict: Verdict;
  readonly bars: number;
  readonly warmupBars: number;
  readonly rebalances: number;
  readonly calendar: Calendar;
  readonly lookaheadCheck: LookaheadCheck;
  readonly monthlyReturns: readonly MonthlyReturn[];
  readonly drawdowns: readonly DrawdownSpell[];
  readonly correlations: MemberCorrelations;
  readonly resolved: {
    readonly settings: PortfolioSettings;
    /** Of the first member: all members have the same but for their fees. */
    readonly execution: Execution;
  };
  readonly fingerprint: RunFingerprint;
  /** Absent from runs without tags. */
  readonly tags?: TagSums;
}
