import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { INTERVALS, type Interval, intervalSeconds } from '#engine/market/interval';
import { SourceFailure } from '../../source-failure';
import { ExchangeClock } from '../exchange-clock';
import type { ExchangeSource, SettledFunding, SourceCandle } from '../exchange-source';
import { SimulatedMarket } from './simulated-market';
import { hashToUnit } from './value-noise';

/** Names that no exchange lists: an invented price must not be taken for one of a real thing. */
const USUAL_PRICES: Readonly<Record<string, number>> = { 'SIM-A/USDT': 20_000, 'SIM-B/USDT': 150 };
const SWAP_SUFFIX = ':USDT';
const SYMBOLS = Object.keys(USUAL_PRICES).flatMap((symbol) => [symbol, symbol + SWAP_SUFFIX]);

const FIRST_TRADE = Date.UTC(2017, 0, 1);
const FUNDING_MILLISECONDS = 8 * 3_600_000;
const SETTLEMENTS_PER_REQUEST = 1000;
const FUNDING_STREAM = 300;
/** After so many simulated seconds the event loop is released. */
const SECONDS_PER_TURN = 200_000;

interface SimulationSettings {
  readonly seed?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

/**
 * `sim`: no exchange but a simulation, for trying the service without a network. Prices and volumes are invented: a
 * function of the time and the seed, so every process sees the same market, and a candle once fetched never
 * changes. A price moves every second; SIM-A and SIM-B trade as spot and, with funding every eight hours, as swaps.
 */
export class SimulatedExchange implements ExchangeSource {
  readonly exchange = 'sim';
  readonly intervals = INTERVALS;
  readonly candlesPerRequest = 500;
  readonly clock: ExchangeClock;
  private readonly seed: number;
  private readonly now: () => number;
  private readonly markets = new Map<string, SimulatedMarket>();
  private readonly closing = new AbortController();

  constructor({ seed = 42, now = Date.now }: SimulationSettings = {}) {
    this.seed = seed;
    this.now = now;
    this.clock = new ExchangeClock({ now, isShared: true });
  }

  async fetchCandles(
    symbol: string,
    interval: Interval,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly SourceCandle[]> {
    const market = this.marketOf(symbol);
    const length = intervalSeconds(interval);
    const now = this.second();
    const candles: SourceCandle[] = [];
    let sinceLastTurn = 0;
    let from = Math.ceil(Math.max(since, FIRST_TRADE) / 1000 / length) * length;
    for (; from <= now && candles.length < this.candlesPerRequest; from += length) {
      signal.throwIfAborted();
      candles.push(market.candle(from, Math.min(from + length, now + 1)));
      sinceLastTurn += length;
      if (sinceLastTurn >= SECONDS_PER_TURN) {
        await nextTurn();
        sinceLastTurn = 0;
      }
    }
    return candles;
  }

  async *watchCandles(
    symbol: string,
    interval: Interval,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SourceCandle[]> {
    const market = this.marketOf(symbol);
    const length = intervalSeconds(interval);
    const stopped = AbortSignal.any([signal, this.closing.signal]);
    let current = Math.floor(this.second() / length) * length;
    while (!stopped.aborted) {
      const now = this.second();
      const newest = Math.floor(now / length) * length;
      const candles: SourceCandle[] = [];
      for (; current < newest; current += length) candles.push(market.candle(current, current + length));
      candles.push(market.candle(current, now + 1));
      yield candles;
      await delay(1000 - (this.now() % 1000), undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  fetchFunding(symbol: string, since: number): Promise<readonly SettledFunding[]> {
    return new Promise((resolve) => {
      resolve(this.settlements(symbol, since));
    });
  }

  close(): Promise<void> {
    this.closing.abort();
    return Promise.resolve();
  }

  private settlements(symbol: string, since: number): SettledFunding[] {
    const market = this.marketOf(symbol);
    if (!symbol.endsWith(SWAP_SUFFIX)) {
      throw new SourceFailure('unsupported', `${symbol} on sim is no swap: it has no funding`);
    }
    const payments: SettledFunding[] = [];
    const now = this.now();
    let time = Math.ceil(Math.max(since, FIRST_TRADE) / FUNDING_MILLISECONDS) * FUNDING_MILLISECONDS;
    for (; time <= now && payments.length < SETTLEMENTS_PER_REQUEST; time += FUNDING_MILLISECONDS) {
      const unit = hashToUnit(this.seed, FUNDING_STREAM, time / FUNDING_MILLISECONDS);
      payments.push({
        fundingTime: time,
        fundingRate: ((Math.floor(unit * 50_000) - 20_000) / 1e8).toFixed(8),
        markPrice: market.candle(time / 1000, time / 1000 + 1).open,
      });
    }
    return payments;
  }

  private second(): number {
    return Math.floor(this.now() / 1000);
  }

  private marketOf(symbol: string): SimulatedMarket {
    if (!SYMBOLS.includes(symbol)) {
      throw new SourceFailure('unsupported', `sim has no ${symbol}, only ${SYMBOLS.join(', ')}`);
    }
    const spot = symbol.slice(0, symbol.length - (symbol.endsWith(SWAP_SUFFIX) ? SWAP_SUFFIX.length : 0));
    let market = this.markets.get(spot);
    if (!market) {
      const names = Object.keys(USUAL_PRICES);
      market = new SimulatedMarket(this.seed + names.indexOf(spot), USUAL_PRICES[spot]);
      this.markets.set(spot, market);
    }
    return market;
  }
}
