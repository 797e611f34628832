import { SourceFailure, type SourceFailureKind } from '../../source-failure';
import type { CcxtErrors } from './ccxt-client';

/** What ccxt threw, as a reason of ours. A RateLimitExceeded is a NetworkError to ccxt, so the order counts. */
export function toSourceFailure(error: unknown, exchange: string, errors: CcxtErrors): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const reported = error instanceof Error ? error.message : String(error);
  // The address of a relay may hold a password.
  const message = reported.replace(/\/\/[^/@\s]+@/g, '//');
  // Error bodies can be whole pages.
  const text = message.length > 300 ? `${message.slice(0, 300)}…` : message;
  return new SourceFailure(kindOf(error, errors), text.startsWith(exchange) ? text : `${exchange}: ${text}`, {
    cause: error,
  });
}

function kindOf(error: unknown, errors: CcxtErrors): SourceFailureKind {
  const isOneOf = (...names: (keyof CcxtErrors)[]) => names.some((name) => error instanceof errors[name]);
  if (isOneOf('BadRequest', 'ArgumentsRequired', 'NotSupported')) return 'unsupported';
  if (isOneOf('RateLimitExceeded', 'DDoSProtection')) return 'rate limited';
  if (isOneOf('NetworkError', 'ExchangeClosedByUser', 'PermissionDenied', 'RestrictedLocation')) {
    return 'unreachable';
  }
  // Also errors that are not ccxt's own: it fell over what it was given.
  return 'malformed';
}
