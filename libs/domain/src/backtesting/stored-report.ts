import type { Execution } from '#engine/backtest/execution';
import type { LookaheadCheck } from '#engine/backtest/check-lookahead';
import type { RelativeFigures } from '#engine/backtest/relative-figures';
import type { BacktestResult } from '#engine/backtest/run-backtest';
import type { Interval } from '#engine/market/interval';
import type { DrawdownSpell } from '#engine/performance/list-drawdowns';
import type { MonthlyReturn } from '#engine/performance/list-monthly-returns';
import type { StrategyParameters } from '#engine/backtest/strategy';
import type { Verdict } from '#engine/validation/reach-verdict';

/** Grows when the form of a stored result changes; a migration then converts the rows. */
export const RESULT_VERSION = 1;

/** Stored candles, the first and the last by their open times in ms; warm-up included. */
export interface CandlesUsed {
  /** Of the stored series: shorter than that of the run where its candles were aggregated. */
  readonly interval: Interval;
  readonly start: number;
  readonly end: number;
}

/** The trades of one tag; of null those that have none. */
export interface TagSum {
  readonly tag: string | null;
  readonly trades: number;
  /** Decimal text: the exact sum of the trades' own. */
  readonly pnl: string;
  readonly winRate: number;
}

/** Trades by the tags of their entries and of their exits: by the order of the tags, those without one last. */
export interface TagSums {
  readonly entry: readonly TagSum[];
  readonly exit: readonly TagSum[];
}

/** What a result was computed from, and by what. */
export interface RunFingerprint {
  readonly candlesSha256: string;
  /** Null where no funding is stored for the bars that may be traded, or none is charged. */
  readonly fundingSha256: string | null;
  readonly configurationSha256: string;
  readonly engineVersion: string;
  /** Null where nothing is drawn at random. */
  readonly seed: number | null;
  /** Absent from runs of before it was kept. */
  readonly candles?: CandlesUsed;
  /** Of a portfolio: those of each member, null where it has none. */
  readonly memberCandles?: readonly (CandlesUsed | null)[];
  /** Of the candles and the funding of a benchmark that was named; absent where the run's own series was held. */
  readonly benchmarkSha256?: string;
  /** Of everything else that the strategy read; absent where that is nothing. */
  readonly dataSha256?: string;
}

/** A completed backtest as the engine found it, but for its trades and equity: they have tables of their own. */
export interface StoredReport extends Pick<
  BacktestResult,
  'metrics' | 'benchmark' | 'costs' | 'ambiguousBars' | 'warnings' | 'bars' | 'warmupBars' | 'bankrupt'
> {
  readonly version: typeof RESULT_VERSION;
  /** Absent from runs of before it was kept, as the verdict and the unpaid loss are. */
  readonly relative?: RelativeFigures;
  readonly verdict?: Verdict;
  readonly unpaidLoss?: BacktestResult['unpaidLoss'];
  /** Of a declared number of trials; absent where none is declared, null where it is not defined. */
  readonly deflatedSharpeRatio?: number | null;
  readonly missingCandles: number;
  readonly lookaheadCheck: LookaheadCheck;
  readonly monthlyReturns: readonly MonthlyReturn[];
  readonly drawdowns: readonly DrawdownSpell[];
  readonly resolved: {
    /** As in the request. */
    readonly given: object;
    readonly parameters: StrategyParameters;
    readonly execution: Execution;
  };
  readonly fingerprint: RunFingerprint;
  /** Absent from runs without tags. */
  readonly tags?: TagSums;
}
