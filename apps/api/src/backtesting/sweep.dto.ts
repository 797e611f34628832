import type { StoredSweep } from '#domain/parameter-search/stored-search-result';
import { toWire } from '#domain/records/to-wire';
import type { SweepRow } from '#engine/validation/assemble-sweep';
import { CountAnswer, MapAnswer, NumberAnswer, ObjectAnswer } from '../http/answer-fields';
import type { CandlesCorrectedSince } from './candles-corrected.dto';
import { FingerprintRead, toFingerprint } from './fingerprint.dto';
import { LookaheadCheckRead, toSearchCheck } from './lookahead-check.dto';
import { PARAMETER_VALUE, type ParameterValues, toParameterValues } from './parameter-values';
import {
  ParameterSearchRead,
  type Progress,
  type ShownSearch,
  toParameterSearchRead,
} from './parameter-search-read.dto';
import {
  HoldingRead,
  OverfittingRead,
  SignificanceRead,
  toOverfitting,
  toWindowFigures,
  WindowFiguresRead,
} from './search-figures.dto';
import { toJudgement } from './to-judgement';
import { VerdictRead } from '../http/verdict.dto';

export class CombinationRead extends WindowFiguresRead {
  @MapAnswer(PARAMETER_VALUE, {
    description:
      'Parameter values by name; of a portfolio by their paths, such as weights.lookback, a word where the setting is one (each in its own unit)',
    example: { fast: 10, slow: 30 },
  })
  parameters: ParameterValues;

  @NumberAnswer('unit of the objective', {
    description:
      'The figure that the objective names; null with fewer trades than min_trades or where it is undefined; 1.7976931348623157e308 where it ' +
      'is a gain over a loss of 0',
    example: 0.24,
    nullable: true,
  })
  score: number | null;
}

const FOUND = 'Left out until the sweep is completed';

/** A sweep in a list: what is large is left to its own resource. */
export class SweepItemRead extends ParameterSearchRead {
  @ObjectAnswer(CombinationRead, {
    description: `The combination with the best score; null when none has one. ${FOUND}`,
    nullable: true,
    required: false,
  })
  best?: CombinationRead | null;

  @CountAnswer('combinations', {
    description: `Combinations of parameters that were tried. ${FOUND}`,
    example: 9,
    required: false,
  })
  trials?: number;

  @ObjectAnswer(SignificanceRead, {
    description: `Significance of the best combination, given how many were tried; null without a best one. ${FOUND}`,
    nullable: true,
    required: false,
  })
  significance?: SignificanceRead | null;

  @NumberAnswer('probability, 0 to 1', {
    description: `Probability of backtest overfitting, the same as overfitting.probability; null with fewer than 80 returns or 2 combinations. ${FOUND}`,
    example: 0.48,
    nullable: true,
    required: false,
  })
  probability_of_backtest_overfitting?: number | null;

  @ObjectAnswer(HoldingRead, {
    description: `Buy and hold over the same bars. ${FOUND}; results of earlier versions have none`,
    required: false,
  })
  benchmark?: HoldingRead;

  @ObjectAnswer(VerdictRead, {
    description: `How far the best one can be believed. ${FOUND}; results of earlier versions have none`,
    required: false,
  })
  verdict?: VerdictRead;
}

export class SweepRead extends SweepItemRead {
  @ObjectAnswer([CombinationRead], {
    description: `All combinations that were tried, in the order of the grid. ${FOUND}`,
    required: false,
  })
  combinations?: CombinationRead[];

  @ObjectAnswer(OverfittingRead, {
    description: `The probability of backtest overfitting and its details; null where it is undefined. ${FOUND}`,
    nullable: true,
    required: false,
  })
  overfitting?: OverfittingRead | null;

  @ObjectAnswer(FingerprintRead, {
    description: `What the figures were computed from. ${FOUND}`,
    required: false,
  })
  fingerprint?: FingerprintRead;

  @ObjectAnswer(LookaheadCheckRead, {
    description: `Whether the settings that were chosen as the best do the same without knowing what came later; null where none can trade. Of portfolios alone. ${FOUND}`,
    nullable: true,
    required: false,
  })
  lookahead_check?: LookaheadCheckRead | null;
}

export function toCombination({ parameters, score, ...figures }: SweepRow) {
  return {
    ...toWindowFigures(figures),
    parameters: toParameterValues(parameters),
    score,
  } satisfies CombinationRead;
}

/** What a list reads of a result. */
export type SweepOverview = Pick<
  StoredSweep,
  'trials' | 'significance' | 'benchmark' | 'verdict' | 'warnings'
> & {
  readonly best: SweepRow | null;
  readonly overfitting: Pick<NonNullable<StoredSweep['overfitting']>, 'probability'> | null;
};

export function toSweepItem(
  search: ShownSearch<SweepOverview>,
  progress: Progress,
  corrected: CandlesCorrectedSince | null = null,
): SweepItemRead {
  const read = toParameterSearchRead(search, progress, corrected);
  if (!search.result) return read;
  const { best, trials, significance, overfitting } = search.result;
  return {
    ...read,
    best: best && toCombination(best),
    trials,
    significance: significance && toWire(significance),
    probability_of_backtest_overfitting: overfitting?.probability ?? null,
    ...toJudgement(search.result),
  };
}

export function toSweepRead(
  search: ShownSearch<StoredSweep>,
  progress: Progress,
  corrected: CandlesCorrectedSince | null,
): SweepRead {
  const { result } = search;
  const overview = result && { ...result, best: result.best === null ? null : result.rows[result.best] };
  const read: SweepRead = toSweepItem({ ...search, result: overview }, progress, corrected);
  if (!result) return read;
  return Object.assign(read, {
    combinations: result.rows.map(toCombination),
    overfitting: toOverfitting(result.overfitting),
    fingerprint: toFingerprint(result.fingerprint),
    ...toSearchCheck(result),
  });
}
