import { type Verdict, VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import { NumberAnswer, ObjectAnswer, TextAnswer, WordAnswer } from '../http/answer-fields';

class VerdictReasonRead {
  @TextAnswer({ description: 'The figure that is compared, by its name', example: 't_statistic' })
  measure: string;

  @NumberAnswer('unit of the measure', {
    description: 'Null where it is undefined',
    example: 1.09,
    nullable: true,
  })
  value: number | null;

  @NumberAnswer('unit of the measure', {
    description: 'What it is compared with; null where there is nothing',
    example: 2,
    nullable: true,
  })
  threshold: number | null;

  @TextAnswer({
    description: 'The comparison in words',
    example: 'the t statistic of the returns is 1.09, below 2',
  })
  sentence: string;
}

/** How far a result can be believed. */
export class VerdictRead {
  @WordAnswer(VERDICT_LEVELS, {
    description:
      'likely_luck: a probability of overfitting from 0.5, or a deflated Sharpe ratio below 0.5. holds_up: out of sample, every ' +
      'threshold is met. not_refuted: every threshold that is defined is met. Else inconclusive',
    example: 'inconclusive',
  })
  level: Verdict['level'];

  @ObjectAnswer([VerdictReasonRead], { description: 'What led to the level' })
  reasons: VerdictReasonRead[];
}

export function toVerdict({ level, reasons }: Verdict): VerdictRead {
  return {
    level,
    reasons: reasons.map(({ measure, value, threshold, sentence }) => ({
      measure,
      value,
      threshold,
      sentence,
    })),
  };
}
