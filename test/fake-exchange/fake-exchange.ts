import { EventEmitter, once } from 'node:events';
import type { WebSocket } from 'ws';
import { intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { BINANCE } from './binance-protocol';
import { CORRUPTIONS, type Corruption, DISTURBANCES, type Disturbance } from './corruptions';
import { ExchangeServer } from './exchange-server';
import { FakeMarket, type FakeMarketSettings, STEP_SECONDS } from './fake-market';
import { MachineClock } from './machine-clock';
import { OKX } from './okx-protocol';
import { type Answer, NOT_FOUND, type Protocol, type Subscription } from './protocol';

const PROTOCOLS = { binance: BINANCE, okx: OKX } as const satisfies Record<string, Protocol>;

const HTML_PAGE: Answer = {
  headers: { 'Content-Type': 'text/html' },
  body: '<!DOCTYPE html><html><body>Checking your browser…</body></html>',
};

/**
 * An exchange on this machine: HTTP and WebSocket as the real one speaks them, and a market whose every trade is known
 * (`market.closedCandles(symbol, interval)` is what a complete store must hold). Point a source at it by
 * `EXCHANGE_ENDPOINTS=binance=<endpoint>`, or openExchange's `endpoints`.
 *
 * Its time is stopped until `tick()`. Its misdeeds: a clock that differs from this `machine`'s, a time that it does not answer
 * (`answersTime`), `cut()` the sockets, `goOffline()` and `comeBack()`, `stall` (connected but silent), `lagMilliseconds`,
 * `disturbance` of messages, `corrupt()` some candles, `answerNext()` requests wrongly, and, as a setting, minutes without a
 * trade (`isQuiet`); it may `delist()` a symbol in mid-minute and answer fewer candles than are requested (`mostCandlesPerPage`).
 */
export class FakeExchange {
  /** Accepts messages and requests, and answers none. */
  readonly stall = { sockets: false, requests: false };
  lagMilliseconds = 0;
  answersTime = true;
  readonly machine: MachineClock;
  disturbance: Disturbance | undefined;
  mostCandlesPerPage = Number.POSITIVE_INFINITY;
  /** Path and query of every request so far. */
  readonly requests: string[] = [];
  /** How many sockets were ever opened. */
  dials = 0;
  private readonly sockets = new Map<WebSocket, Map<string, Subscription>>();
  private readonly wrongAnswers: Answer[] = [];
  private readonly toSpoil = { sockets: [] as Corruption[], requests: [] as Corruption[] };
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly server: ExchangeServer;

  private constructor(
    readonly exchange: keyof typeof PROTOCOLS,
    readonly market: FakeMarket,
    port: number,
  ) {
    this.machine = new MachineClock(market);
    this.server = new ExchangeServer(port, {
      answer: (path) => this.answer(path),
      accept: (socket, path) => {
        this.accept(socket, path);
      },
      lagMilliseconds: () => this.lagMilliseconds,
    });
  }

  static async start(
    exchange: keyof typeof PROTOCOLS,
    settings: FakeMarketSettings & { readonly port?: number } = {},
  ): Promise<FakeExchange> {
    const fake = new FakeExchange(exchange, new FakeMarket(settings), settings.port ?? 0);
    await fake.comeBack();
    return fake;
  }

  get endpoint(): string {
    return this.server.endpoint;
  }

  /** For openExchange. */
  get endpoints(): ReadonlyMap<string, string> {
    return new Map([[this.exchange, this.endpoint]]);
  }

  get openSockets(): number {
    return this.sockets.size;
  }

  /** `BTC/USDT 1m` and so on, of every open socket. */
  get subscriptions(): string[] {
    return [...this.sockets.values()].flatMap((subscriptions) =>
      [...subscriptions.values()].map(({ symbol, interval }) => `${symbol} ${interval}`),
    );
  }

  /** Resolves as soon as it is so, checked again after every request, connection and subscription. */
  async until(isSo: (fake: FakeExchange) => boolean, what: string, seconds = 40): Promise<void> {
    const signal = AbortSignal.timeout(seconds * 1000);
    while (!isSo(this)) {
      await once(this.changes, 'changed', { signal }).catch(() => {
        throw new Error(`not within ${seconds} s: ${what}; subscribed: ${this.subscriptions.join(', ')}`);
      });
    }
  }

  /** Resolves when somebody watches `BTC/USDT 1m` or the like. */
  subscribed(subscription: string): Promise<void> {
    return this.until((fake) => fake.subscriptions.includes(subscription), `${subscription} is subscribed`);
  }

  /**
   * Moves the market's clock on, in steps of ten seconds, the last one perhaps shorter; at each of them every subscriber is
   * due the candle as it is then. What a tick brings to one socket goes out together, and is what a disturbance works on.
   */
  async tick(seconds = STEP_SECONDS): Promise<void> {
    const due = new Map<WebSocket, string[]>([...this.sockets.keys()].map((socket) => [socket, []]));
    for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
      this.market.now += Math.min(STEP_SECONDS, seconds - passed) * 1000;
      for (const [socket, messages] of due) {
        for (const subscription of this.sockets.get(socket)?.values() ?? []) {
          messages.push(...this.messageOf(subscription));
        }
      }
    }
    await Promise.all([...due].map(([socket, messages]) => this.sendAll(socket, messages)));
  }

  /**
   * Ten seconds are traded that no message reports, then nothing more is. `halted`: as Binance's status BREAK, listed but
   * silent, its candles still answered. `removed`: unknown to requests and subscriptions.
   */
  delist(symbol: string, kind: 'halted' | 'removed'): void {
    this.market.now += STEP_SECONDS * 1000;
    this.market.delist(symbol, kind === 'halted');
  }

  /** Sends every subscriber a candle as it now is, however old: a late correction or a repetition. */
  async resend(openTime: number): Promise<void> {
    for (const [socket, subscriptions] of this.sockets) {
      await this.sendAll(
        socket,
        [...subscriptions.values()].flatMap((subscription) => this.messageOf(subscription, openTime)),
      );
    }
  }

  /** The next requests get this instead of what they request; `times` 0: none do any more. */
  answerNext(answer: 'too many requests' | 'banned' | 'html' | Answer, times = 1): void {
    const { tooManyRequests, banned } = PROTOCOLS[this.exchange];
    const named = { 'too many requests': tooManyRequests, banned, html: HTML_PAGE };
    const wrong = typeof answer === 'string' ? named[answer] : answer;
    this.wrongAnswers.length = 0;
    for (let time = 0; time < times; time++) this.wrongAnswers.push(wrong);
  }

  /** Spoils the next candles that are sent to sockets, or the last candle of the next answers to requests. */
  corrupt(corruption: Corruption, where: 'sockets' | 'requests', times = 1): void {
    for (let time = 0; time < times; time++) this.toSpoil[where].push(corruption);
  }

  /** Breaks every WebSocket connection without a farewell. */
  cut(): void {
    for (const socket of this.sockets.keys()) socket.terminate();
    this.sockets.clear();
  }

  /** Breaks every connection and refuses new ones. */
  async goOffline(): Promise<void> {
    this.cut();
    await this.server.close();
  }

  /** Listens again at the same address. */
  comeBack(): Promise<void> {
    return this.server.open();
  }

  stop(): Promise<void> {
    return this.goOffline();
  }

  private answer(path: string): Answer | undefined {
    this.requests.push(path);
    this.changes.emit('changed');
    if (this.stall.requests) return undefined;
    const url = new URL(path, this.endpoint);
    const isRefusedTime = !this.answersTime && url.pathname.endsWith('/time');
    return (
      (isRefusedTime ? NOT_FOUND : this.wrongAnswers.shift()) ??
      PROTOCOLS[this.exchange].answer(url, this.market, (candles) => this.spoilLast(this.cutPage(candles)))
    );
  }

  private accept(socket: WebSocket, path: string): void {
    const protocol = PROTOCOLS[this.exchange];
    const subscriptions = new Map<string, Subscription>();
    this.dials++;
    this.sockets.set(socket, subscriptions);
    this.changes.emit('changed');
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.changes.emit('changed');
    });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      if (this.stall.sockets) return;
      const {
        replies,
        subscribe = [],
        unsubscribe = [],
      } = protocol.receive(data.toString(), path, this.market);
      for (const channel of unsubscribe) subscriptions.delete(channel);
      for (const subscription of subscribe) subscriptions.set(subscription.channel, subscription);
      this.changes.emit('changed');
      const greetings = protocol.sendsOnSubscribing ? subscribe.flatMap((each) => this.messageOf(each)) : [];
      void this.sendAll(socket, [...replies, ...greetings]);
    });
  }

  /** The candle of now, or of `openTime`, as a message; none where nothing was traded. */
  private messageOf(subscription: Subscription, openTime?: number): string[] {
    const length = intervalSeconds(subscription.interval) * 1000;
    const { now } = this.market;
    if (!this.market.isTraded(subscription.symbol)) return [];
    const opened = openTime ?? Math.floor((now - 1) / length) * length;
    const candle = this.market.candle(subscription.symbol, subscription.interval, opened);
    if (!candle) return [];
    const corruption = this.toSpoil.sockets.shift();
    const sent = corruption ? CORRUPTIONS[corruption](candle) : candle;
    const isClosed = opened + length <= now;
    return [PROTOCOLS[this.exchange].candleMessage(subscription, sent, opened + length - 1, isClosed, now)];
  }

  private cutPage(candles: SourceCandle[]): SourceCandle[] {
    const excess = Math.max(0, candles.length - this.mostCandlesPerPage);
    return PROTOCOLS[this.exchange].keepsNewest
      ? candles.slice(excess)
      : candles.slice(0, candles.length - excess);
  }

  private spoilLast(candles: SourceCandle[]): SourceCandle[] {
    const corruption = candles.length > 0 ? this.toSpoil.requests.shift() : undefined;
    return corruption ? [...candles.slice(0, -1), CORRUPTIONS[corruption](candles.at(-1)!)] : candles;
  }

  private async sendAll(socket: WebSocket, messages: readonly string[]): Promise<void> {
    if (this.stall.sockets) return;
    const disturbed = this.disturbance ? DISTURBANCES[this.disturbance](messages) : messages;
    await this.server.send(socket, disturbed);
  }
}
