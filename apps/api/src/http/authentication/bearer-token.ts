import type { IncomingMessage } from 'node:http';
import { TokenMissing, TokenRefused } from './token-refused';

const MAXIMUM_TOKEN_BYTES = 8 * 1024;
const BEARER_CREDENTIALS = /^bearer(?: +(.*))?$/i;

/** The token of a request's one Authorization header; throws when there is none to verify. */
export function bearerToken({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string {
  const values = headersDistinct.authorization ?? [];
  // Proxies and servers disagree about which of several counts.
  if (values.length > 1) throw new TokenRefused('Only one Authorization header is allowed');
  const token = BEARER_CREDENTIALS.exec(values[0] ?? '')?.[1];
  if (!token) throw new TokenMissing();
  if (token.length > MAXIMUM_TOKEN_BYTES) {
    throw new TokenRefused(`The token is longer than ${MAXIMUM_TOKEN_BYTES} bytes`);
  }
  return token;
}
