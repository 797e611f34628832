import type { IncomingMessage } from 'node:http';
import { TokenMissing, TokenRefused } from './token-refused';
import { webSocketTokens } from './web-socket-tokens';

const MAXIMUM_TOKEN_BYTES = 8 * 1024;
const BEARER_CREDENTIALS = /^bearer(?: +(.*))?$/i;

/**
 * The token of a request's one Authorization header, on the path of WebSockets also one that came otherwise; throws when there is
 * none to verify.
 */
export function bearerToken(request: Pick<IncomingMessage, 'headersDistinct' | 'url'>): string {
  const values = request.headersDistinct.authorization ?? [];
  // Proxies and servers disagree about which of several counts.
  if (values.length > 1) throw new TokenRefused('Only one Authorization header is allowed');
  const token = BEARER_CREDENTIALS.exec(values[0] ?? '')?.[1];
  const others = webSocketTokens(request).filter((other) => other !== token);
  if (new Set(others).size > (token ? 0 : 1))
    throw new TokenRefused('Several tokens were sent, which differ');
  const chosen = token || others.at(0);
  if (!chosen) throw new TokenMissing();
  if (chosen.length > MAXIMUM_TOKEN_BYTES) {
    throw new TokenRefused(`The token is longer than ${MAXIMUM_TOKEN_BYTES} bytes`);
  }
  return chosen;
}
