import { CountAnswer, IdAnswer, MoneyAnswer, ObjectAnswer, TimeAnswer } from '../http/answer-fields';
import { IntegerQueryField } from '../http/validation/fields';

export class EquityQuery {
  @IntegerQueryField({
    description: 'Points at most; all without',
    minimum: 4,
    maximum: 1_000_000,
    optional: true,
  })
  points?: number;
}

class EquityPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2000-01-03T00:00:00Z' })
  time: string;

  @MoneyAnswer({ description: "Equity at the bar's close", example: '10000' })
  equity: string;
}

export class EquityRead {
  @IdAnswer('of the backtest')
  id: number;

  @CountAnswer('points', { description: 'Bars of the run, thinned out or not', example: 5105 })
  total: number;

  @ObjectAnswer([EquityPointRead], { description: 'Ascending' })
  points: EquityPointRead[];
}

/** RFC 4180, as trades have it: neither times nor decimals hold a comma, a quote or a line break. */
export function toEquityCsv({ points }: EquityRead): string {
  return `${['time,equity', ...points.map(({ time, equity }) => `${time},${equity}`)].join('\r\n')}\r\n`;
}
