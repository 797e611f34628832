/** A row as ccxt returns it: open time (ms), open, high, low, close, volume. */
export type CcxtRow = readonly unknown[];

export interface CcxtFundingRow {
  readonly timestamp?: number;
  readonly fundingRate?: unknown;
  readonly info?: unknown;
}

type CcxtUrls = { [name: string]: string | CcxtUrls };

/** The small part of a ccxt exchange that is used or replaced here. ccxt's own types know no replaced methods. */
export interface CcxtClient {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  readonly timeframes: Readonly<Record<string, unknown>> | undefined;
  readonly markets: Readonly<Record<string, { readonly swap?: boolean }>> | undefined;
  /** The newest rows of what is watched, by symbol and interval. */
  readonly ohlcvs: Readonly<Record<string, Readonly<Record<string, readonly CcxtRow[]>> | undefined>>;
  /** Its WebSocket connections, by address. */
  readonly clients: Readonly<Record<string, CcxtSocket>> | undefined;
  /** The connection to an address, made with the first call. */
  client: (url: string) => CcxtSocket;
  readonly urls: { api: string | CcxtUrls };

  loadMarkets(reload: boolean): Promise<unknown>;
  loadHttpProxyAgent(): Promise<unknown>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<readonly CcxtRow[]>;
  watchOHLCV(symbol: string, timeframe: string): Promise<unknown>;
  watchOHLCVForSymbols(symbolsAndTimeframes: readonly (readonly [string, string])[]): Promise<unknown>;
  unWatchOHLCVForSymbols(symbolsAndTimeframes: readonly (readonly [string, string])[]): Promise<unknown>;
  fetchFundingRateHistory(
    symbol: string,
    since: number,
    limit: number,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<readonly CcxtFundingRow[]>;
  fetchTime(): Promise<unknown>;
  close(): Promise<unknown>;

  fetch(...request: readonly unknown[]): Promise<unknown>;
  /** Of a WebSocket connection. */
  handleMessage(socket: unknown, message: unknown): unknown;
  parseOHLCV(row: unknown, market: unknown): CcxtRow;
  parseOHLCVs(rows: unknown, market: unknown): readonly CcxtRow[];
  handleErrors(...response: CcxtResponse): unknown;
  handleHttpStatusCode(status: number, reason: string, url: string, method: string, body: string): void;
  safeString: unknown;
  safeFloat: unknown;
  log: (...parts: unknown[]) => void;
}

/** Status, reason, address, method, headers, body, and the body parsed, `undefined` where it is no JSON. */
type CcxtResponse = [
  status: number,
  reason: string,
  url: string,
  method: string,
  headers: unknown,
  body: string,
  parsed: unknown,
  ...request: unknown[],
];

export interface CcxtSocket {
  /** Whoever waits for a message of it gets the error. */
  reject(error: Error): unknown;
  send: (message: unknown) => Promise<unknown>;
  readonly connection?: { terminate?: () => void };
}

type ErrorClass = new (message: string) => Error;

/** ccxt's families of errors. */
export interface CcxtErrors {
  readonly BaseError: ErrorClass;
  readonly BadRequest: ErrorClass;
  readonly ArgumentsRequired: ErrorClass;
  readonly NotSupported: ErrorClass;
  readonly RateLimitExceeded: ErrorClass;
  readonly DDoSProtection: ErrorClass;
  readonly NetworkError: ErrorClass;
  readonly ExchangeNotAvailable: ErrorClass;
  readonly ExchangeClosedByUser: ErrorClass;
  readonly PermissionDenied: ErrorClass;
  readonly RestrictedLocation: ErrorClass;
  readonly BadResponse: ErrorClass;
}

export interface CcxtModule extends CcxtErrors {
  /** Every exchange's id. */
  readonly exchanges: readonly string[];
  readonly pro: Readonly<Record<string, new (settings: object) => CcxtClient>>;
  readonly version: string;
}
