import type { LookaheadCheck } from '#engine/backtest/check-lookahead';
import type { SweepResult } from '#engine/validation/assemble-sweep';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import type { Verdict } from '#engine/validation/reach-verdict';
import type { RESULT_VERSION, RunFingerprint } from '../backtesting/stored-report';

/** Results of before they were kept have no benchmark or no verdict. */
type Stored<Result extends { benchmark: unknown; verdict: unknown }> = Omit<Result, 'benchmark' | 'verdict'> &
  Partial<Pick<Result, 'benchmark' | 'verdict'>> & {
    readonly version: typeof RESULT_VERSION;
    readonly fingerprint: RunFingerprint;
    /** Of the chosen settings of a portfolio, over the whole range; null where there are none. Absent from searches over one series. */
    readonly lookaheadCheck?: LookaheadCheck | null;
  };

/** A walk-forward run as the engine found it, but for the equity, the trades and the further figures of its tests: they have tables of their own. */
export type StoredWalkForward = Stored<Omit<WalkForwardResult, 'equity' | 'openTime' | 'joined' | 'beside'>>;

/** A sweep as the engine found it. */
export type StoredSweep = Stored<SweepResult>;

/** Of a completed search; null where the measure is not defined, or no combination is the best. */
export interface SearchFigures {
  /** Annualised. */
  readonly sharpeRatio: number | null;
  /** Fractions. */
  readonly totalReturn: number | null;
  readonly maxDrawdown: number | null;
  readonly trades: number | null;
  readonly deflatedSharpeRatio: number | null;
  readonly verdictLevel: Verdict['level'] | null;
}
