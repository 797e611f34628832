import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { StoredSweep } from '#domain/parameter-search/stored-search-result';
import type { SweepRow } from '#engine/validation/assemble-sweep';
import { wordOrNumber } from '#engine/portfolio-search/parameter-words';
import { CELL_VALUES, type CellValue, MATRIX_MEASURES, sweepMatrix } from '#engine/validation/sweep-matrix';
import { ApiProperty } from '@nestjs/swagger';
import { ApiError, unprocessable } from '../http/api-error';
import { IdAnswer, ListAnswer, ObjectAnswer, TextAnswer, WordAnswer } from '../http/answer-fields';
import { OneOfField, TextField } from '../http/validation/fields';
import { PARAMETER_VALUE } from './parameter-values';

type MatrixMeasure = (typeof MATRIX_MEASURES)[number];

const FIGURES: Readonly<Record<MatrixMeasure, (row: SweepRow) => number | null>> = {
  score: (row) => row.score,
  sharpe_ratio: (row) => row.sharpeRatio,
  total_return: (row) => row.totalReturn,
  max_drawdown: (row) => row.maxDrawdown,
  trades: (row) => row.trades,
};

export class SweepMatrixQuery {
  @TextField({ description: 'The parameter of the columns', example: 'fast', maximum: 128 })
  x: string;

  @TextField({ description: 'The parameter of the lines', example: 'slow', maximum: 128 })
  y: string;

  @OneOfField(MATRIX_MEASURES, { description: 'The figure of the cells', optional: true, default: 'score' })
  measure: MatrixMeasure = 'score';

  @OneOfField(CELL_VALUES, {
    description: 'What represents combinations that differ in other parameters alone',
    optional: true,
    default: 'maximum',
  })
  of_others: CellValue = 'maximum';
}

class MatrixAxisRead {
  @TextAnswer({ description: 'Name of the parameter', example: 'fast' })
  parameter: string;

  @ListAnswer(PARAMETER_VALUE, {
    description:
      'Values that were tried, ascending (unit of the parameter), or words in the order in which the setting lists them',
    example: [5, 10],
  })
  values: readonly (number | string)[];
}

/** A figure of a sweep over the values of two parameters. */
export class SweepMatrixRead {
  @IdAnswer('of the sweep', 3)
  id: number;

  @ObjectAnswer(MatrixAxisRead, { description: 'The columns' })
  x: MatrixAxisRead;

  @ObjectAnswer(MatrixAxisRead, { description: 'The lines' })
  y: MatrixAxisRead;

  @WordAnswer(MATRIX_MEASURES, { description: 'The figure of the cells', example: 'sharpe_ratio' })
  measure: MatrixMeasure;

  @WordAnswer(CELL_VALUES, { description: 'What represents several combinations', example: 'maximum' })
  of_others: CellValue;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'number', nullable: true } },
    description:
      'Lines of cells, in the order of the values; null where no combination was tried, or none has the figure (unit of the figure)',
    example: [
      [0.1, 0.5],
      [0.7, null],
    ],
  })
  cells: readonly (readonly (number | null)[])[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'integer' } },
    description: 'How many combinations each cell represents (combinations)',
    example: [
      [1, 1],
      [2, 1],
    ],
  })
  combinations: readonly (readonly number[])[];
}

export function toSweepMatrix(
  { id, status, result }: ParameterSearch,
  query: SweepMatrixQuery,
): SweepMatrixRead {
  if (!result)
    throw new ApiError({
      status: 409,
      detail: `Sweep ${id} is ${status}: only a completed one has a matrix`,
    });
  const { rows } = result as StoredSweep;
  const { x, y, measure, of_others } = query;
  const known = Object.keys(rows[0].parameters);
  const problems = Object.entries({ x, y })
    .filter(([, name]) => !known.includes(name))
    .map(([field]) => ({ field, message: `must be one of ${known.join(', ')}` }));
  if (x === y) problems.push({ field: 'y', message: 'must be another parameter than x' });
  if (problems.length > 0) throw unprocessable(problems);
  const { xValues, yValues, cells, combinations } = sweepMatrix(rows, { x, y }, FIGURES[measure], of_others);
  return {
    id,
    x: { parameter: x, values: xValues.map((value) => wordOrNumber(x, value)) },
    y: { parameter: y, values: yValues.map((value) => wordOrNumber(y, value)) },
    measure,
    of_others,
    cells,
    combinations,
  };
}
