import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

// Taken once: in Jest each look-up of a global costs more than the arithmetic.
const { floor, imul, min, round, sin } = Math;

export const STEP_SECONDS = 10;
const FUNDING_MILLISECONDS = 8 * 3_600_000;

export interface FakeSymbol {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly isSwap: boolean;
  readonly priceDecimals: number;
  /** In units of the last decimal. */
  readonly usualPrice: number;
}

/** TINY costs 0.00000091200 or so: its digits do not survive a float. */
export const FAKE_SYMBOLS: readonly FakeSymbol[] = [
  { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', isSwap: false, priceDecimals: 2, usualPrice: 4_325_010 },
  { symbol: 'ETH/USDT', base: 'ETH', quote: 'USDT', isSwap: false, priceDecimals: 2, usualPrice: 231_550 },
  { symbol: 'TINY/USDT', base: 'TINY', quote: 'USDT', isSwap: false, priceDecimals: 11, usualPrice: 91_200 },
  {
    symbol: 'BTC/USDT:USDT',
    base: 'BTC',
    quote: 'USDT',
    isSwap: true,
    priceDecimals: 1,
    usualPrice: 432_500,
  },
];

export interface FakeFunding {
  readonly fundingTime: number;
  readonly fundingRate: string;
  readonly markPrice: string;
}

interface Delisting {
  readonly from: number;
  readonly keepsHistory: boolean;
}

export interface FakeMarketSettings {
  /** The market's first and present moment, ms since 1970 UTC; default: three days, and one hour before the real one. */
  readonly first?: number;
  readonly now?: number;
  /** Minutes (open times, ms) in which nothing is traded: they have no candle. */
  readonly isQuiet?: (symbol: string, minute: number) => boolean;
}

/**
 * The truth of a fake exchange: what was traded is a function of symbol and time, in steps of ten seconds, reckoned in
 * whole units so that every text is exact. Its clock is stopped until it is moved.
 */
export class FakeMarket {
  readonly first: number;
  now: number;
  /** Payments by the time they are settled at: null is not published yet, fields are published wrongly. */
  readonly misreportedFunding = new Map<number, Partial<FakeFunding> | null>();
  private readonly isQuiet: (symbol: string, minute: number) => boolean;
  private readonly delisted = new Map<string, Delisting>();

  constructor({ first, now, isQuiet = () => false }: FakeMarketSettings = {}) {
    this.now = floorTo(now ?? Date.now() - 3_600_000, 60_000);
    this.first = floorTo(first ?? this.now - 3 * DAY_MILLISECONDS, 60_000);
    this.isQuiet = isQuiet;
  }

  /** Nothing is traded in the symbol from now on. */
  delist(symbol: string, keepsHistory: boolean): void {
    this.delisted.set(symbol, { from: this.now, keepsHistory });
  }

  /** Symbols whose candles are answered. */
  get known(): readonly FakeSymbol[] {
    return FAKE_SYMBOLS.filter(({ symbol }) => this.delisted.get(symbol)?.keepsHistory !== false);
  }

  isTraded(symbol: string): boolean {
    return !this.delisted.has(symbol);
  }

  /** The candle that opens at `openTime`, as far as it has come; none: nothing was traded in it so far. */
  candle(symbol: string, interval: Interval, openTime: number): SourceCandle | undefined {
    const { priceDecimals } = fakeSymbol(symbol)!;
    const tradedTo = this.delisted.get(symbol)?.from ?? this.now;
    const end = min(openTime + intervalSeconds(interval) * 1000, tradedTo);
    const prices: number[] = [];
    let volume = 0;
    const step = STEP_SECONDS * 1000;
    // What is traded in a step is known at its end.
    for (let time = Math.max(openTime, this.first); time + step <= end; time += step) {
      if (this.isQuiet(symbol, floorTo(time, 60_000))) continue;
      prices.push(priceAt(symbol, time));
      volume += 1 + floor(noise(symbol, time, 2) * 500_000_000);
    }
    if (prices.length === 0) return undefined;
    return {
      openTime,
      open: decimalText(prices[0], priceDecimals),
      high: decimalText(Math.max(...prices), priceDecimals),
      low: decimalText(Math.min(...prices), priceDecimals),
      close: decimalText(prices.at(-1)!, priceDecimals),
      volume: decimalText(volume, 8),
    };
  }

  /** The first `most` candles that open from `from` to `to` (ms, inclusive), ascending, the last one possibly forming. */
  candles(
    symbol: string,
    interval: Interval,
    from = this.first,
    to = this.now,
    most = Number.POSITIVE_INFINITY,
  ): SourceCandle[] {
    const length = intervalSeconds(interval) * 1000;
    const candles: SourceCandle[] = [];
    const begin = Math.max(floorTo(this.first, length), Math.ceil(from / length) * length);
    const end = Math.min(this.now - 1, to);
    for (let openTime = begin; openTime <= end && candles.length < most; openTime += length) {
      const candle = this.candle(symbol, interval, openTime);
      if (candle) candles.push(candle);
    }
    return candles;
  }

  /** What a complete and correct store that begins there holds by now. */
  closedCandles(symbol: string, interval: Interval, from = this.first): SourceCandle[] {
    const length = intervalSeconds(interval) * 1000;
    return this.candles(symbol, interval, from).filter(({ openTime }) => openTime + length <= this.now);
  }

  /** Settled so far, ascending, times some milliseconds late as on real exchanges. */
  funding(symbol: string): FakeFunding[] {
    const { priceDecimals } = fakeSymbol(symbol)!;
    const payments: FakeFunding[] = [];
    let time = Math.ceil(this.first / FUNDING_MILLISECONDS) * FUNDING_MILLISECONDS;
    for (; time < this.now; time += FUNDING_MILLISECONDS) {
      const misreported = this.misreportedFunding.get(time);
      if (misreported === null) continue;
      const units = floor(noise(symbol, time, 3) * 40_000) - 10_000;
      payments.push({
        fundingTime: time + floor(noise(symbol, time, 4) * 20),
        fundingRate: (units < 0 ? '-' : '') + decimalText(Math.abs(units), 8),
        markPrice: decimalText(priceAt(symbol, time), priceDecimals),
        ...misreported,
      });
    }
    return payments;
  }
}

export function fakeSymbol(symbol: string): FakeSymbol | undefined {
  return FAKE_SYMBOLS.find((candidate) => candidate.symbol === symbol);
}

export function isKnownInterval(text: string | undefined): text is Interval {
  return (INTERVALS as readonly (string | undefined)[]).includes(text);
}

function priceAt(symbol: string, time: number): number {
  const { usualPrice } = fakeSymbol(symbol)!;
  const swing = 0.02 * sin(time / 7_200_000) + 0.002 * (noise(symbol, time, 1) - 0.5);
  return round(usualPrice * (1 + swing));
}

function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function floorTo(time: number, length: number): number {
  return floor(time / length) * length;
}

/** In [0, 1): the finalizer of MurmurHash3 over the three. */
function noise(symbol: string, time: number, stream: number): number {
  const index = FAKE_SYMBOLS.findIndex((candidate) => candidate.symbol === symbol);
  let bits = imul(floor(time / 1000), 0x9e3779b1) ^ imul(index * 8 + stream, 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
