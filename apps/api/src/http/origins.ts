import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '#platform/config/environment';

type OriginSettings = Pick<Environment, 'corsOrigins' | 'publicUrl'>;

/** What a page may read of an answer besides the headers that every page may. */
const EXPOSED_HEADERS = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

const REQUEST_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'X-Request-Id',
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Two hours, the longest that Chromium keeps an answer to a preflight. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets pages of the configured origins call the API (Fetch standard, CORS protocol), without credentials: a token is sent as
 * a header by the page, never by the browser. A preflight carries no token, so it is answered before tokens are checked.
 */
export function crossOrigin({ corsOrigins }: Pick<OriginSettings, 'corsOrigins'>): RequestHandler {
  return (request, response, next) => {
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !corsOrigins.includes(origin)) {
      next();
      return;
    }
    response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS' && 'access-control-request-method' in request.headers) {
      response.set({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      });
      response.status(204).end();
      return;
    }
    response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
    next();
  };
}

/**
 * Whether a WebSocket may be opened: by what is no browser (no Origin), by pages of the service's own address, and by those of
 * the configured origins. Browsers send no preflight before they open one, so the handshake has to check.
 */
export function mayOpenWebSocket(
  { headers: { origin, host } }: Pick<IncomingMessage, 'headers'>,
  { corsOrigins, publicUrl }: OriginSettings,
): boolean {
  if (origin === undefined || corsOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  const addresses = publicUrl === undefined ? [own] : [own, publicUrl];
  return addresses.some((address) => URL.canParse(address) && new URL(address).origin === page.origin);
}
