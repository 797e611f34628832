import pTimeout from 'p-timeout';
import { INTERVALS, type Interval } from '#engine/market/interval';
import { hasAborted, orAborted } from '#platform/shutdown/or-aborted';
import { SourceFailure } from '../../source-failure';
import { ExchangeClock, type FetchTime } from '../exchange-clock';
import type { ExchangeSource, SettledFunding, SourceCandle } from '../exchange-source';
import { SocketSubscriptions } from './socket-subscriptions';
import type { CcxtClient, CcxtErrors } from './ccxt-client';
import { observeEventTimes } from './event-times';
import { fetchFunding } from './fetch-funding';
import { firstPage } from './first-page';
import { pageFromItsStart } from './page-from-its-start';
import { whenSent } from './request-sending';
import { candlesPerRequestOf } from './requests';
import { toSourceCandles } from './to-source-candles';
import { toSourceFailure } from './to-source-failure';
import { watchCandles } from './watch-candles';

/** For a server to answer that it, too, closes; then the socket is cut. */
const CLOSE_MILLISECONDS = 500;

/** Any exchange that ccxt knows, by ccxt's names. Its markets are loaded with the first request. */
export class CcxtExchange implements ExchangeSource {
  readonly exchange: string;
  readonly intervals: readonly Interval[];
  readonly candlesPerRequest: number;
  readonly clock: ExchangeClock;
  private readonly closing = new AbortController();
  private readonly subscriptions: SocketSubscriptions;

  constructor(
    private readonly client: CcxtClient,
    private readonly errors: CcxtErrors,
    now?: () => number,
  ) {
    this.exchange = client.id;
    this.intervals = INTERVALS.filter((interval) => client.timeframes?.[interval] !== undefined);
    this.candlesPerRequest = candlesPerRequestOf(client.id);
    this.subscriptions = new SocketSubscriptions(client);
    const fetchTime: FetchTime = (signal, onSent) => this.fetchTime(signal, onSent);
    // Where ccxt puts a time together itself, it says 'emulated'.
    this.clock = new ExchangeClock({ now, ...(client.has.fetchTime === true && { fetchTime }) });
    observeEventTimes(client, this.clock);
  }

  async fetchCandles(
    symbol: string,
    interval: Interval,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly SourceCandle[]> {
    await this.requireMarket(symbol, signal, 'fetchOHLCV', interval);
    const fetchPage = (pageInterval: Interval, pageSince: number) =>
      pageFromItsStart(
        async (from, limit) =>
          toSourceCandles(
            await this.request(signal, () => this.client.fetchOHLCV(symbol, pageInterval, from, limit)),
            from,
          ),
        { interval: pageInterval, since: pageSince, candlesPerRequest: this.candlesPerRequest },
      );
    return firstPage(fetchPage, interval, since, this.candlesPerRequest, this.clock.now());
  }

  async *watchCandles(
    symbol: string,
    interval: Interval,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SourceCandle[]> {
    const stopped = AbortSignal.any([signal, this.closing.signal]);
    if (stopped.aborted) return;
    try {
      await this.requireMarket(symbol, stopped, 'watchOHLCV', interval);
      await this.subscriptions.enter(symbol, interval);
      let isConnected = true;
      try {
        yield* watchCandles(this.client, this.subscriptions, symbol, interval, stopped);
      } catch (error) {
        isConnected = false;
        throw error;
      } finally {
        this.subscriptions.leave(symbol, interval, isConnected);
      }
    } catch (error) {
      if (hasAborted(stopped)) return;
      throw this.toFailure(error);
    }
  }

  async fetchFunding(symbol: string, since: number, signal: AbortSignal): Promise<readonly SettledFunding[]> {
    await this.requireMarket(symbol, signal, 'fetchFundingRateHistory');
    if (!this.client.markets?.[symbol]?.swap) {
      throw this.unsupported(`${symbol} is no perpetual swap: it has no funding`);
    }
    return this.request(signal, () => fetchFunding(this.client, symbol, since, signal));
  }

  async close(): Promise<void> {
    this.closing.abort(new SourceFailure('unreachable', `${this.exchange} was closed`));
    const sockets = Object.values(this.client.clients ?? {});
    const closed = this.client.close().catch(() => undefined);
    await pTimeout(closed, { milliseconds: CLOSE_MILLISECONDS, message: false });
    for (const socket of sockets) socket.connection?.terminate?.();
  }

  private async fetchTime(signal: AbortSignal, onSent: () => void): Promise<number> {
    const time = await this.request(signal, () => whenSent(onSent, () => this.client.fetchTime()));
    if (Number.isSafeInteger(time)) return time as number;
    throw new SourceFailure(
      'malformed',
      `${this.exchange} answered no readable time: ${JSON.stringify(time)}`,
    );
  }

  private async requireMarket(
    symbol: string,
    signal: AbortSignal,
    method: string,
    interval?: Interval,
  ): Promise<void> {
    // Exchanges that put candles together from trades say 'emulated'.
    if (this.client.has[method] !== true) throw this.unsupported(`offers no ${method}`);
    if (interval && !this.intervals.includes(interval)) {
      throw this.unsupported(`has no ${interval} candles, only ${this.intervals.join(', ')}`);
    }
    // Unless made to reload, ccxt answers with its first failure for ever; several at once share one reload.
    await this.request(signal, () => this.client.loadMarkets(this.client.markets === undefined));
    if (!Object.hasOwn(this.client.markets ?? {}, symbol)) throw this.unsupported(`has no ${symbol}`);
  }

  private async request<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T> {
    const signals = [signal, this.closing.signal];
    try {
      for (const each of signals) each.throwIfAborted();
      return await orAborted(question(), ...signals);
    } catch (error) {
      throw signals.some(hasAborted) ? error : this.toFailure(error);
    }
  }

  private toFailure(error: unknown): SourceFailure {
    return toSourceFailure(error, this.exchange, this.errors);
  }

  private unsupported(reason: string): SourceFailure {
    return new SourceFailure('unsupported', `${this.exchange} ${reason}`);
  }
}
