import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { toWire } from '#domain/records/to-wire';
import { wordOrNumber } from '#engine/portfolio-search/parameter-words';
import type { WalkForwardSummary } from '#engine/validation/assemble-walk-forward';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';
import {
  CountAnswer,
  FractionAnswer,
  ListAnswer,
  MapAnswer,
  NumberAnswer,
  ObjectAnswer,
  WordAnswer,
} from '../http/answer-fields';
import type { CandlesCorrectedSince } from './candles-corrected.dto';
import { FingerprintRead, toFingerprint } from './fingerprint.dto';
import { LookaheadCheckRead, toSearchCheck } from './lookahead-check.dto';
import { PARAMETER_VALUE } from './parameter-values';
import {
  ParameterSearchRead,
  type Progress,
  type ShownSearch,
  toParameterSearchRead,
} from './parameter-search-read.dto';
import { HoldingRead, OverfittingRead, SignificanceRead, toOverfitting } from './search-figures.dto';
import { toJudgement } from './to-judgement';
import { VerdictRead } from '../http/verdict.dto';
import { toWalkForwardWindow, WalkForwardWindowRead } from './walk-forward-window.dto';

class ParameterStabilityRead {
  @ListAnswer(PARAMETER_VALUE, {
    description: 'The value chosen in each window (unit of the parameter); words where the parameter is one',
    example: [20, 10, 20],
  })
  values: readonly (number | string)[];

  @NumberAnswer('ratio', {
    description:
      'Standard deviation over mean of the values; null with one window or a mean of 0, and of words',
    example: 0.35,
    nullable: true,
  })
  coefficient_of_variation: number | null;
}

/** What is left of the figures out of sample, over all tests as one account. */
export class WalkForwardOverviewRead extends SignificanceRead {
  @CountAnswer('windows', { description: 'Windows, each a training and its test', example: 5 })
  windows: number;

  @NumberAnswer('ratio, annualised', {
    description: 'Sharpe ratio of the joined tests; null where the returns do not vary',
    example: 0.3,
    nullable: true,
  })
  out_of_sample_sharpe: number | null;

  @FractionAnswer({ description: 'Total return of the joined tests', example: 0.42 })
  out_of_sample_return: number;

  @FractionAnswer({
    description: 'Largest loss from a peak in the joined tests, as a share of the peak; 0 or positive',
    example: 0.28,
  })
  out_of_sample_max_drawdown: number;

  @NumberAnswer('ratio', {
    description:
      'Annual return of the tests over annual return of the trainings; null where the trainings have no profit, or either ' +
      'is shorter than a day',
    example: 0.55,
    nullable: true,
  })
  walk_forward_efficiency: number | null;

  @FractionAnswer({ description: 'Share of the windows whose test has a profit', example: 0.8 })
  consistency: number;

  @CountAnswer('combinations', {
    description: 'Combinations of parameters that were tried in each window',
    example: 9,
  })
  trials: number;

  @NumberAnswer('probability, 0 to 1', {
    description:
      'Probability of backtest overfitting: the share of splits in which the combination that is best in-sample is at or below the median ' +
      'out-of-sample; null with fewer than 80 returns or 2 combinations',
    example: 0.53,
    nullable: true,
  })
  probability_of_backtest_overfitting: number | null;
}

export class WalkForwardSummaryRead extends WalkForwardOverviewRead {
  @MapAnswer(ParameterStabilityRead, {
    description: 'How much the chosen value differs from window to window, by parameter',
    example: { fast: { values: [20, 10, 20], coefficient_of_variation: 0.35 } },
  })
  parameter_stability: Readonly<Record<string, ParameterStabilityRead>>;
}

const FOUND = 'Left out until the run is completed';

/** A walk-forward run in a list: what is large is left to its own resource. */
export class WalkForwardItemRead extends ParameterSearchRead {
  @WordAnswer(WALK_FORWARD_MODES, {
    description: 'Whether training windows move on or grow from the start',
    example: 'rolling',
  })
  mode: string;

  @ObjectAnswer(WalkForwardOverviewRead, {
    description: `Figures of all tests, joined to one account. ${FOUND}`,
    required: false,
  })
  summary?: WalkForwardOverviewRead;

  @ObjectAnswer(HoldingRead, {
    description: `Buy and hold over the bars of the tests. ${FOUND}`,
    required: false,
  })
  benchmark?: HoldingRead;

  @ObjectAnswer(VerdictRead, {
    description: `How far the tests can be believed. ${FOUND}; results of earlier versions have none`,
    required: false,
  })
  verdict?: VerdictRead;
}

export class WalkForwardRead extends WalkForwardItemRead {
  @ObjectAnswer([WalkForwardWindowRead], { description: `In the order of time. ${FOUND}`, required: false })
  windows?: WalkForwardWindowRead[];

  @ObjectAnswer(WalkForwardSummaryRead, {
    description: `Figures of all tests, joined to one account. ${FOUND}`,
    required: false,
  })
  override summary?: WalkForwardSummaryRead;

  @ObjectAnswer(OverfittingRead, {
    description: `More about the probability of overfitting; null where it is undefined. ${FOUND}`,
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
    description: `Whether the settings that were chosen last do the same without knowing what came later; null where none can trade. Of portfolios alone. ${FOUND}`,
    nullable: true,
    required: false,
  })
  lookahead_check?: LookaheadCheckRead | null;
}

/** What a list reads of a result. */
export type WalkForwardOverview = Pick<StoredWalkForward, 'benchmark' | 'verdict' | 'warnings'> & {
  readonly summary: Omit<StoredWalkForward['summary'], 'parameterStability'>;
};

export function toWalkForwardItem(
  search: ShownSearch<WalkForwardOverview>,
  progress: Progress,
): WalkForwardItemRead {
  const read = toRun(search, progress, null);
  if (!search.result) return read;
  return { ...read, ...toJudgement(search.result), summary: toWire(search.result.summary) };
}

export function toWalkForwardSummary({
  parameterStability,
  ...overview
}: WalkForwardSummary): WalkForwardSummaryRead {
  // Parameters keep the names that their strategy gave them.
  const stability = Object.entries(parameterStability).map(([name, each]) => {
    const { values, coefficient_of_variation } = toWire(each);
    const shown = values.map((value) => wordOrNumber(name, value));
    const isOfNumbers = shown.every((value) => typeof value === 'number');
    return [
      name,
      { values: shown, coefficient_of_variation: isOfNumbers ? coefficient_of_variation : null },
    ] as const;
  });
  return { ...toWire(overview), parameter_stability: Object.fromEntries(stability) };
}

export function toWalkForwardRead(
  search: ShownSearch<StoredWalkForward>,
  progress: Progress,
  corrected: CandlesCorrectedSince | null,
): WalkForwardRead {
  const read = toRun(search, progress, corrected);
  if (!search.result) return read;
  const { windows, summary, overfitting, fingerprint } = search.result;
  return {
    ...read,
    ...toJudgement(search.result),
    windows: windows.map(toWalkForwardWindow),
    summary: toWalkForwardSummary(summary),
    overfitting: toOverfitting(overfitting),
    fingerprint: toFingerprint(fingerprint),
    ...toSearchCheck(search.result),
  };
}

function toRun(
  search: ShownSearch<{ readonly warnings: readonly string[] }>,
  progress: Progress,
  corrected: CandlesCorrectedSince | null,
) {
  const { mode } = search.settings as { mode: string };
  return { ...toParameterSearchRead(search, progress, corrected), mode };
}
