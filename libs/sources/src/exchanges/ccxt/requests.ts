/** The most candles that one request answers, as measured or documented; by ccxt's ids. */
const CANDLES_PER_REQUEST: Readonly<Record<string, number>> = {
  binance: 1000,
  binanceusdm: 1000,
  bitget: 200,
  bybit: 1000,
  coinbase: 300,
  gate: 1000,
  hyperliquid: 5000,
  kraken: 720,
  kucoin: 1500,
  okx: 300,
};
/** Few offer less; requesting more than there is costs a request, requesting less only time. */
const USUAL_CANDLES_PER_REQUEST = 100;

export function candlesPerRequestOf(exchange: string): number {
  return CANDLES_PER_REQUEST[exchange] ?? USUAL_CANDLES_PER_REQUEST;
}

interface FundingPaging {
  readonly limit: number;
  /** Whether a request answers the payments that follow its start; the others answer the latest ones. */
  readonly forward: boolean;
  /** The parameter for the end of the time that is requested (ms). */
  readonly endParameter: string;
}

const FUNDING_PAGING: Readonly<Record<string, FundingPaging>> = {
  binance: { limit: 1000, forward: true, endParameter: 'until' },
  binanceusdm: { limit: 1000, forward: true, endParameter: 'until' },
  hyperliquid: { limit: 500, forward: true, endParameter: 'until' },
  bybit: { limit: 200, forward: false, endParameter: 'until' },
  // OKX: `after` answers what is older than it.
  okx: { limit: 100, forward: false, endParameter: 'after' },
};

export function fundingPagingOf(exchange: string): FundingPaging {
  return FUNDING_PAGING[exchange] ?? { limit: 100, forward: false, endParameter: 'until' };
}
