import type { IncomingMessage } from 'node:http';

/** The one path on which a token may come otherwise than by Authorization: browsers set no headers of a WebSocket. */
const WEB_SOCKET_PATH = '/api/v1/streams/ws';

/** The subprotocol after which a client sends its token, and which it is answered. */
export const BEARER_PROTOCOL = 'bearer';

/** The path is compared as it came, before anything decodes or normalises it. */
export function isWebSocketPath({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url === WEB_SOCKET_PATH || url.startsWith(`${WEB_SOCKET_PATH}?`);
}

/** The tokens of `Sec-WebSocket-Protocol: bearer, <token>` and `?token=`; on every other path there are none. */
export function webSocketTokens(request: Pick<IncomingMessage, 'headersDistinct' | 'url'>): string[] {
  if (!isWebSocketPath(request)) return [];
  const { headersDistinct, url = '' } = request;
  const offered = (headersDistinct['sec-websocket-protocol'] ?? []).join(',').split(/\s*,\s*/);
  const position = offered.indexOf(BEARER_PROTOCOL);
  const query = new URLSearchParams(url.slice(WEB_SOCKET_PATH.length + 1));
  const tokens = [position < 0 ? '' : (offered.at(position + 1) ?? ''), ...query.getAll('token')];
  return tokens.filter((token) => token !== '');
}
