import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SourceFailure } from '../source-failure';

const MOST_REDIRECTS = 3;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

export interface SafeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether this IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** Whether a redirect is followed, as it is by default: what the headers hold goes along. */
  readonly followsRedirects?: boolean;
}

/** The answer to a GET, after its redirects, each checked like the first address; its body is still to be read. */
export async function requestSafely(address: string, options: SafeRequest): Promise<IncomingMessage> {
  const { followsRedirects = true } = options;
  let url = parse(address);
  for (let redirects = 0; ; redirects++) {
    const response = await requestOnce(url, options);
    if (!followsRedirects || !REDIRECTS.includes(response.statusCode)) return response;
    response.destroy();
    const { location } = response.headers;
    if (location === undefined) throw new SourceFailure('malformed', 'a redirect without a target');
    if (redirects === MOST_REDIRECTS) {
      throw new SourceFailure('unreachable', `more than ${MOST_REDIRECTS} redirects`);
    }
    url = parse(location, url);
  }
}

function parse(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new SourceFailure('unsupported', 'only http and https addresses are requested');
}

function requestOnce(url: URL, { headers, signal, isAllowed }: SafeRequest): Promise<IncomingMessage> {
  // A literal address is connected to without a look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw privateAddress();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      agent: false,
      headers,
      signal,
      lookup: lookUpAmong(isAllowed),
    });
    request.once('response', resolve);
    // It stays: a connection may also break once its answer has begun.
    request.on('error', reject);
    request.end();
  });
}

/** The socket connects to what is answered here and looks nothing up again, so a name cannot change its mind in between. */
function lookUpAmong(isAllowed: SafeRequest['isAllowed']): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) callback(error, []);
      else if (!found.every(({ address }) => isAllowed(address))) callback(privateAddress(), []);
      else if (options.all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    });
  };
}

function privateAddress(): SourceFailure {
  return new SourceFailure('unsupported', 'its address is not a public one');
}
