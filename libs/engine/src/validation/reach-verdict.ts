/** From the worst to the best. */
export const VERDICT_LEVELS = ['likely_luck', 'inconclusive', 'not_refuted', 'holds_up'] as const;

type VerdictLevel = (typeof VERDICT_LEVELS)[number];

/** What is known of a result; null where a measure is not defined. */
export interface Evidence {
  /** Whether the figures come from data that the parameters were not chosen on. */
  readonly isOutOfSample: boolean;
  readonly deflatedSharpeRatio: number | null;
  readonly probabilityOfBacktestOverfitting: number | null;
  readonly tStatistic: number | null;
  readonly trades: number | null;
  /** Fractions, over the same bars. */
  readonly totalReturn: number | null;
  readonly benchmarkReturn: number | null;
}

interface VerdictReason {
  readonly measure: string;
  readonly value: number | null;
  /** Null where there is nothing to compare with. */
  readonly threshold: number | null;
  readonly sentence: string;
}

export interface Verdict {
  readonly level: VerdictLevel;
  /** What led to the level: what speaks of luck, what is missed, or what is met. */
  readonly reasons: readonly VerdictReason[];
}

interface Criterion {
  readonly measure: string;
  readonly name: string;
  readonly value: number | null;
  readonly comparison: 'at least' | 'at most' | 'above' | 'below';
  readonly threshold: number | null;
}

const HOLDS = {
  'at least': (value: number, threshold: number) => value >= threshold,
  'at most': (value: number, threshold: number) => value <= threshold,
  above: (value: number, threshold: number) => value > threshold,
  below: (value: number, threshold: number) => value < threshold,
} as const;

const CONTRARY = { 'at least': 'below', 'at most': 'above', above: 'not above', below: 'not below' } as const;

/**
 * How far a result can be believed. `likely_luck`: the probability of backtest overfitting is 0.5 or more, or the deflated
 * Sharpe ratio below 0.5 (the chance that it is more than the best of so many trials without skill). `holds_up`: out of
 * sample, deflated Sharpe ratio of 0.95 or more, probability of overfitting of 0.2 or less, t statistic of 2 or more, 30
 * trades or more, and more than buy and hold. `not_refuted`: each of these that is defined is met; the best there is for
 * figures of the data that parameters were chosen on. Else `inconclusive`. A measure that is null never decides.
 */
export function reachVerdict(evidence: Evidence): Verdict {
  const luck = criteriaOfLuck(evidence).filter((criterion) => outcomeOf(criterion) === 'met');
  if (luck.length > 0) return { level: 'likely_luck', reasons: luck.map(toReason) };
  const criteria = criteriaOfHolding(evidence);
  const missed = criteria.filter((criterion) => outcomeOf(criterion) === 'missed');
  if (missed.length > 0) return { level: 'inconclusive', reasons: missed.map(toReason) };
  const undecided = criteria.filter((criterion) => outcomeOf(criterion) === 'undefined');
  const reasons = criteria.map(toReason);
  if (undecided.length === criteria.length) return { level: 'inconclusive', reasons };
  if (undecided.length === 0 && evidence.isOutOfSample) return { level: 'holds_up', reasons };
  return { level: 'not_refuted', reasons: evidence.isOutOfSample ? reasons : [...reasons, IN_SAMPLE] };
}

const OVERFITTING = {
  measure: 'probability_of_backtest_overfitting',
  name: 'the probability of backtest overfitting',
} as const;
const DEFLATED = { measure: 'deflated_sharpe_ratio', name: 'the deflated Sharpe ratio' } as const;

const IN_SAMPLE: VerdictReason = {
  measure: 'out_of_sample',
  value: null,
  threshold: null,
  sentence: 'nothing was tested out of sample: a walk-forward run does that',
};

function criteriaOfLuck(evidence: Evidence): Criterion[] {
  const { probabilityOfBacktestOverfitting, deflatedSharpeRatio } = evidence;
  return [
    { ...OVERFITTING, value: probabilityOfBacktestOverfitting, comparison: 'at least', threshold: 0.5 },
    { ...DEFLATED, value: deflatedSharpeRatio, comparison: 'below', threshold: 0.5 },
  ];
}

function criteriaOfHolding(evidence: Evidence): Criterion[] {
  const { probabilityOfBacktestOverfitting, deflatedSharpeRatio, tStatistic, trades } = evidence;
  return [
    { ...DEFLATED, value: deflatedSharpeRatio, comparison: 'at least', threshold: 0.95 },
    { ...OVERFITTING, value: probabilityOfBacktestOverfitting, comparison: 'at most', threshold: 0.2 },
    {
      measure: 't_statistic',
      name: 'the t statistic of the returns',
      value: tStatistic,
      comparison: 'at least',
      threshold: 2,
    },
    {
      measure: 'trades',
      name: 'the number of trades',
      value: trades,
      comparison: 'at least',
      threshold: 30,
    },
    {
      measure: 'total_return',
      name: 'the total return, against the benchmark over the same bars,',
      value: evidence.totalReturn,
      comparison: 'above',
      threshold: evidence.benchmarkReturn,
    },
  ];
}

function outcomeOf({ value, threshold, comparison }: Criterion): 'met' | 'missed' | 'undefined' {
  if (value === null || threshold === null) return 'undefined';
  return HOLDS[comparison](value, threshold) ? 'met' : 'missed';
}

function toReason(criterion: Criterion): VerdictReason {
  const { measure, name, value, threshold, comparison } = criterion;
  const outcome = outcomeOf(criterion);
  if (value === null || threshold === null) {
    return { measure, value, threshold, sentence: `${name} is not defined here and does not decide` };
  }
  const words = outcome === 'met' ? comparison : CONTRARY[comparison];
  return { measure, value, threshold, sentence: `${name} is ${shown(value)}, ${words} ${shown(threshold)}` };
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
