import { cutText } from '#engine/market/limit-warnings';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { ErrorCode, Problem } from './problem';

/** An answer that is not a success, thrown by a service and sent by the error filter. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
  }
}

/** 429 or 503, with the seconds after which the client may try again. */
export function tryLater(status: 429 | 503, detail: string, seconds: number): ApiError {
  return new ApiError({
    status,
    detail,
    code: status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': String(seconds) },
  });
}

function notFound(what: string, id: number, code?: ErrorCode): ApiError {
  // 0 represents every number that no record can have (IdPipe).
  const detail = id === 0 ? `No ${what} with this id` : `No ${what} with the id ${id}`;
  return new ApiError({ status: 404, detail, ...(code && { code }) });
}

/** The record, or 404 when there is none. */
export function present<T>(record: T | null | undefined, what: string, id: number, code?: ErrorCode): T {
  if (record === null || record === undefined) throw notFound(what, id, code);
  return record;
}

/** More than any request has fields: what has more names of its own is answered in kilobytes, not in twenty times its size. */
const MOST_PROBLEMS = 100;
const LONGEST_FIELD_CHARACTERS = 300;

/** 422 with a sentence that names every field at fault. */
export function unprocessable(
  problems: readonly FieldProblem[],
  code: ErrorCode = 'INVALID_PARAMETER',
): ApiError {
  const errors = problems.slice(0, MOST_PROBLEMS).map(({ field, message }) => ({
    field: cutText(field, LONGEST_FIELD_CHARACTERS),
    message,
  }));
  const sentences = errors.map(({ field, message }) => `${field} ${message}`);
  const more = problems.length - errors.length;
  if (more > 0) sentences.push(`and ${more} more`);
  return new ApiError({ status: 422, detail: sentences.join('; '), code, errors });
}
