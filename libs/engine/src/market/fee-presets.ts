export const MARKETS = ['spot', 'swap'] as const;

export type Market = (typeof MARKETS)[number];

/** Fractions of a fill's value, as decimal text. A negative rate is a rebate. */
export interface FeeRates {
  readonly maker: string;
  readonly taker: string;
}

export interface FeePreset {
  /** Rates by market; the first is what the exchange is known for. */
  readonly markets: Readonly<Partial<Record<Market, FeeRates>>>;
  /** The month the rates were looked up. */
  readonly asOf: string;
  readonly source: string;
  /** Sources disagree on these rates. */
  readonly approximate?: true;
}

export type FeePresets = Readonly<Record<string, FeePreset>>;

const CHECKED = '2026-11';

/**
 * The fee of an account without any volume discount, by exchange. Kept by hand: libraries that carry such tables were
 * found years out of date. Rates differ by account, so a run can give its own.
 */
export const FEE_PRESETS: FeePresets = {
  binance: {
    markets: { spot: { maker: '0.001', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.0005' } },
    asOf: CHECKED,
    source: 'Binance fee schedule, regular user; swap is USD-margined',
  },
  bybit: {
    markets: { spot: { maker: '0.001', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.00055' } },
    asOf: CHECKED,
    source: 'Bybit fee schedule, non-VIP',
  },
  okx: {
    markets: { spot: { maker: '0.0008', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.0005' } },
    asOf: CHECKED,
    source: 'OKX fee schedule, regular user',
  },
  kraken: {
    markets: { spot: { maker: '0.0025', taker: '0.004' }, swap: { maker: '0.0002', taker: '0.0005' } },
    asOf: CHECKED,
    source: 'Kraken Pro fee schedule, lowest volume; swap is Kraken Futures',
  },
  coinbase: {
    markets: { spot: { maker: '0.006', taker: '0.012' }, swap: { maker: '0.0002', taker: '0.0004' } },
    asOf: CHECKED,
    source: 'Coinbase Advanced fee schedule, lowest volume; swap is Coinbase International',
    approximate: true,
  },
  kucoin: {
    markets: { spot: { maker: '0.001', taker: '0.001' } },
    asOf: CHECKED,
    source: 'KuCoin fee schedule, level 0',
  },
  gate: {
    markets: { spot: { maker: '0.002', taker: '0.002' }, swap: { maker: '0', taker: '0.0005' } },
    asOf: CHECKED,
    source: 'Gate fee schedule, VIP 0',
    approximate: true,
  },
  bitget: {
    markets: { spot: { maker: '0.001', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.0006' } },
    asOf: CHECKED,
    source: 'Bitget fee schedule, non-VIP',
    approximate: true,
  },
  bitfinex: {
    markets: { spot: { maker: '0.001', taker: '0.002' } },
    asOf: CHECKED,
    source: 'Bitfinex fee schedule, lowest volume',
  },
  bitstamp: {
    markets: { spot: { maker: '0.004', taker: '0.004' } },
    asOf: CHECKED,
    source: 'Bitstamp fee schedule, lowest volume',
    approximate: true,
  },
  hyperliquid: {
    markets: { spot: { maker: '0.0004', taker: '0.0007' }, swap: { maker: '0.00015', taker: '0.00045' } },
    asOf: CHECKED,
    source: 'Hyperliquid fee schedule, tier 0',
  },
  dydx: {
    markets: { swap: { maker: '0.0001', taker: '0.0005' } },
    asOf: CHECKED,
    source: 'dYdX fee schedule, tier 1',
  },
  alpaca: {
    markets: { spot: { maker: '0.0015', taker: '0.0025' } },
    asOf: CHECKED,
    source: 'Alpaca crypto fee schedule, tier 1; its US shares trade without commission',
  },
  none: {
    markets: { spot: { maker: '0', taker: '0' }, swap: { maker: '0', taker: '0' } },
    asOf: CHECKED,
    source: 'No fees',
  },
};

/** The rates of a preset's market, or of the market it is known for. */
export function ratesOf(preset: FeePreset, market?: Market): FeeRates | undefined {
  return market ? preset.markets[market] : (preset.markets.spot ?? preset.markets.swap);
}
