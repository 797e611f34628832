import { READ_ONLY_SQL_STATE } from './database-client';

/**
 * Postgres: connection errors (08), transactions that the server broke off, as in a deadlock (40), no resources (53), operator intervention and time-outs (57); 25P03 where
 * this process was silent for too long in a transaction; 55000 where a lock is taken on a server that is in recovery.
 */
const UNAVAILABLE_SQL_STATES = /^(08|40|53|57|25P03|55000)/;

const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A series whose id changed twice while one request wrote to it.
  'SERIES_REPLACED',
  // Others stored the same fills in other positions again and again while one upload did.
  'FILLS_MOVED',
]);

/** The last ones are what TypeORM says when the connection was lost between two statements of a transaction. */
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|connection is closed|not queryable|query read timeout|query runner (?:was )?already released/i;

/** Whether an error says that the database or the queue is out of reach, as opposed to a mistake of ours. */
export function isUnavailable(error: unknown): boolean {
  // Recognised by its members: an error of another realm is no instance of this one's Error.
  if (typeof error !== 'object' || error === null) return false;
  if (isReadOnly(error)) return true;
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_SQL_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)))
    return true;
  if (typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message)) return true;
  return Array.isArray(errors) && errors.some(isUnavailable);
}

/** Whether the database takes no writes: it is a standby, or became one. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === READ_ONLY_SQL_STATE;
}
