import { ApiProperty } from '@nestjs/swagger';
import type { FieldProblem } from '#engine/market/validate-candle';
import { isUnavailable } from '#domain/postgres/unavailable';
import { ApiError } from '../api-error';
import { BrokenBody, ServiceStopping } from './upload-body';

export const LISTED_ERRORS = 1_000;
/** So many are a mistake in the whole body, and each of them costs as much as a line that is stored. */
const MOST_REFUSED = 10_000;

class LineFieldError {
  @ApiProperty({ example: 'high', description: 'line: the line as a whole' })
  field: string;

  @ApiProperty({ example: 'must not be below open (100.50)', description: 'What is wrong with the field' })
  message: string;
}

export class LineError {
  @ApiProperty({
    type: 'integer',
    example: 17,
    description:
      'Counted from 1, a header and empty lines included; of a JSON array the number of the element',
  })
  line: number;

  @ApiProperty({
    type: [LineFieldError],
    example: [{ field: 'high', message: 'must not be below open (100.50)' }],
    description: 'The fields that are at fault',
  })
  errors: readonly LineFieldError[];
}

/** A line that breaks a rule. */
export interface RefusedLine {
  readonly line: number;
  readonly errors: readonly FieldProblem[];
}

/** More lines are refused than a body may have; the message is a sentence. */
class TooManyRefused extends Error {}

/** Throws when more lines are refused than a body may have. */
export function checkRefused(count: number, first: RefusedLine | undefined): void {
  if (count <= MOST_REFUSED) return;
  const reason = first?.errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new TooManyRefused(
    `More than ${MOST_REFUSED} lines break a rule${first ? `, the first of them line ${first.line}: ${reason}` : ''}`,
  );
}

/** The answer to a body that could not be dealt with to its end; `progress` says from where to go on. */
export function toUploadAnswer(error: unknown, progress: string): unknown {
  const done = `; ${progress}, and sending all of it again does no harm`;
  if (error instanceof BrokenBody) {
    const detail = `The body ${error.message}${done}`;
    return new ApiError({
      status: error.status,
      detail,
      ...(error.status === 408 && { headers: { connection: 'close' } }),
    });
  }
  if (error instanceof TooManyRefused) {
    return new ApiError({ status: 422, detail: `${error.message}${done}`, code: 'INVALID_PARAMETER' });
  }
  const isDraining = error instanceof ServiceStopping;
  if (!isDraining && !isUnavailable(error)) return error;
  const cause = isDraining
    ? 'The service is shutting down and has not read the whole body'
    : 'The database went out of reach while the body was stored';
  return new ApiError({
    status: 503,
    detail: `${cause}${done}`,
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '2', ...(isDraining && { connection: 'close' }) },
  });
}
