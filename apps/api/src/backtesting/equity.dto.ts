import { CountAnswer, IdAnswer, MoneyAnswer, ObjectAnswer, TimeAnswer } from '../http/answer-fields';
import { IntegerQueryField } from '../http/validation/fields';

export class EquityQuery {
  @IntegerQueryField({
    description:
      'Most points to return, thinned out so that every extreme is kept; all bars without (points)',
    minimum: 4,
    maximum: 1_000_000,
    optional: true,
  })
  points?: number;
}

class EquityPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2000-01-03T00:00:00Z' })
  time: string;

  @MoneyAnswer({ description: 'Value of the account at the close of the bar', example: '10000' })
  equity: string;
}

export class EquityRead {
  @IdAnswer('of the backtest')
  id: number;

  @CountAnswer('points', { description: 'Bars of the run, of which points may be fewer', example: 5105 })
  total: number;

  @ObjectAnswer([EquityPointRead], { description: 'The equity curve, oldest first' })
  points: EquityPointRead[];
}

/** RFC 4180, as trades have it: neither times nor decimals hold a comma, a quote or a line break. */
export function toEquityCsv({ points }: EquityRead): string {
  return `${['time,equity', ...points.map(({ time, equity }) => `${time},${equity}`)].join('\r\n')}\r\n`;
}
