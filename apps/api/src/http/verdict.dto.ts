import { type Verdict, VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import { NumberAnswer, ObjectAnswer, TextAnswer, WordAnswer } from './answer-fields';

class VerdictReasonRead {
  @TextAnswer({ description: 'Name of the figure that is compared', example: 't_statistic' })
  measure: string;

  @NumberAnswer('unit of the measure', {
    description: 'Value of the figure; null where it is undefined',
    example: 1.09,
    nullable: true,
  })
  value: number | null;

  @NumberAnswer('unit of the measure', {
    description: 'Value that it is compared with; null where there is none',
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
    description: 'How far the figures can be believed, given how much was tried',
    example: 'inconclusive',
  })
  level: Verdict['level'];

  @ObjectAnswer([VerdictReasonRead], { description: 'The comparisons that led to the level' })
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
