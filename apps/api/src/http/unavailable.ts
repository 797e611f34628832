/** Postgres: connection trouble (08), no resources (53), operator intervention and time-outs (57). */
const UNAVAILABLE_SQL_STATES = /^(08|53|57)/;

const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|connection is closed|not queryable|query read timeout/i;

/** Whether an error says that the database or the queue is out of reach, as opposed to a mistake of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (UNAVAILABLE_SQL_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)))
    return true;
  if (UNAVAILABLE_MESSAGES.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isUnavailable);
}
