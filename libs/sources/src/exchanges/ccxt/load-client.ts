import { SourceFailure } from '../../source-failure';
import type { CcxtClient, CcxtErrors, CcxtModule } from './ccxt-client';
import { reportFailedSends } from './failed-sends';
import { reportSending } from './request-sending';
import { throughRelay } from './through-relay';

const TIMEOUT_MILLISECONDS = 10_000;
/** As many of the newest candles as a socket's messages are compared with. */
const WATCHED_CANDLES = 50;

export interface CcxtSettings {
  /** See throughRelay. */
  readonly relay?: string;
  readonly throttled: boolean;
}

/** A ccxt exchange that keeps the source's digits and reports what it cannot read, with ccxt's families of errors. */
export async function loadClient(
  exchange: string,
  { relay, throttled }: CcxtSettings,
): Promise<{ client: CcxtClient; errors: CcxtErrors }> {
  // Half a second and 80 MB: only for who needs an exchange.
  const ccxt = (await import('ccxt')).default as unknown as CcxtModule;
  if (!ccxt.exchanges.includes(exchange)) {
    throw new SourceFailure(
      'unsupported',
      `no exchange is called ${exchange}: there is sim, and the ${ccxt.exchanges.length} that ccxt ${ccxt.version} knows, such as binance, okx and kraken`,
    );
  }
  // The "pro" form has sockets as well; some exchanges have none.
  const Client = Object.hasOwn(ccxt.pro, exchange)
    ? ccxt.pro[exchange]
    : (ccxt as unknown as CcxtModule['pro'])[exchange];
  const client = new Client({
    // Numbers stay the text they came as.
    number: String,
    enableRateLimit: throttled,
    timeout: TIMEOUT_MILLISECONDS,
    newUpdates: false,
    // When to dial again is for the caller to decide.
    options: { OHLCVLimit: WATCHED_CANDLES, ws: { backoff: { base: 0 } } },
  });
  keepDigits(client);
  refuseUnreadable(client, ccxt);
  reportSending(client);
  reportFailedSends(client, ccxt);
  if (relay) {
    client.urls.api = throughRelay(client.urls.api, relay);
    // Without it ccxt opens no unencrypted socket.
    await client.loadHttpProxyAgent();
  }
  return { client, errors: ccxt };
}

/** REST rows keep their text by `number`; rows from sockets are made by safeFloat on some exchanges. */
function keepDigits(client: CcxtClient): void {
  client.safeFloat = client.safeString;
}

/**
 * ccxt takes an HTML page with status 200 for an empty answer, drops rows without a readable time, and prints a socket's
 * broken message and goes on. Here each of them is an error.
 */
function refuseUnreadable(
  client: CcxtClient,
  { BadResponse, ExchangeNotAvailable, RateLimitExceeded }: CcxtErrors,
): void {
  const handleErrors = client.handleErrors.bind(client);
  client.handleErrors = (...response) => {
    const [status, reason, url, method, , body, parsed] = response;
    // These statuses say more than a code in the body that ccxt may not know, and exchanges' own tables disagree on them.
    if (status === 429 || status === 418)
      throw new RateLimitExceeded(`${client.id} ${status} ${reason} ${body}`);
    if (status >= 500) throw new ExchangeNotAvailable(`${client.id} ${status} ${reason} ${body}`);
    const handled = handleErrors(...response);
    if (parsed !== undefined) return handled;
    client.handleHttpStatusCode(status, reason, url, method, body);
    throw new BadResponse(`${client.id} answered ${method} ${url} with what is no JSON: ${body}`);
  };
  client.parseOHLCVs = (rows, market) => {
    if (!Array.isArray(rows)) throw new BadResponse(`${client.id} answered no list of candles`);
    return rows.map((row) => client.parseOHLCV(row, market));
  };
  client.log = (...parts) => {
    if (parts[1] !== 'onMessage JSON.parse') return;
    client.clients?.[String(parts.at(-1))]?.reject(
      new BadResponse(`${client.id} sent a message that is no JSON`),
    );
  };
}
