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
  // Looked at by its members: an error of another realm is no instance of this one's Error.
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_SQL_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)))
    return true;
  if (typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message)) return true;
  return Array.isArray(errors) && errors.some(isUnavailable);
}
