import type { Logger } from 'pino';
import { isReadOnly, isUnavailable } from '#domain/postgres/unavailable';
import type { Problem } from './problem';

/** What is answered to an error that no caller has made, which is logged: 503 where the database or the queue is away, else 500. */
export function failureProblem(error: unknown, requestId: string, logger: Logger): Problem {
  const entry = { err: error, request_id: requestId };
  if (isUnavailable(error)) {
    logger.warn(entry, 'The database or the queue is out of reach');
    return {
      status: 503,
      detail: isReadOnly(error)
        ? 'The database is read-only; try again shortly'
        : 'The database or the queue is out of reach; try again shortly',
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '2' },
    };
  }
  logger.error(entry, 'A request failed');
  return {
    status: 500,
    detail: 'The service failed on this request; the log knows its request_id',
    code: 'INTERNAL_ERROR',
  };
}
