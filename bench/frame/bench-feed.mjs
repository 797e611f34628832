import { setTimeout as delay } from 'node:timers/promises';
import { ExchangeFeed } from '../../dist/apps/worker/src/candle-feed/exchange-feed.js';
import { USUAL_FEED_SETTINGS } from '../../dist/apps/worker/src/candle-feed/feed-settings.js';
import { FeedStore } from '../../dist/apps/worker/src/candle-feed/feed-store.js';
import { ExchangeClock } from '../../dist/libs/sources/src/exchanges/exchange-clock.js';
import { requireAgreement } from './measurement.mjs';

const MINUTE = 60_000;
export const PACE_MILLISECONDS = 5;

/** The worker's own feed of an exchange that is a few lines of this process; what is measured comes after its messages. */
export class BenchFeed {
  latencies = [];
  #exchange;
  #names;
  #feed;
  #source;

  static async start(worker, exchange, seriesCount) {
    const feed = new BenchFeed(worker, exchange, seriesCount);
    feed.#feed.start();
    feed.#feed.follow(feed.#names);
    await feed.#source.watched(seriesCount);
    return feed;
  }

  constructor(worker, exchange, seriesCount) {
    this.#exchange = exchange;
    this.#source = new BenchSource(exchange);
    this.#names = Array.from({ length: seriesCount }, (_, index) => ({
      exchange,
      symbol: `S${index}`,
      interval: '1m',
    }));
    const settings = {
      ...USUAL_FEED_SETTINGS,
      // No request confirms what the messages say.
      mostUnconfirmedCandles: Infinity,
      openExchange: () => Promise.resolve(this.#source),
      now: () => this.#source.now,
    };
    const complain = (details, text) => console.error(text, details);
    this.#feed = new ExchangeFeed(exchange, {
      settings,
      store: worker.get(FeedStore, { strict: false }),
      mayWrite: () => true,
      logger: { info: () => undefined, warn: complain, error: complain },
      metrics: {
        countUpdates: () => undefined,
        countReconnect: (name, reason) => console.error(`${name} was cut: ${reason}`),
        setLeader: () => undefined,
        setClockOffset: () => undefined,
        removeClockOffset: () => undefined,
        observeCommit: (_, receipts) => {
          const now = performance.now();
          for (const receivedAt of receipts) this.latencies.push(now - receivedAt);
        },
      },
    });
  }

  update(index) {
    this.#source.update(`S${index}`);
  }

  /** The latencies of that many bursts, one after the other. */
  async burst(rounds, prepare = () => undefined) {
    this.latencies.length = 0;
    for (let round = 1; round <= rounds; round++) {
      prepare();
      this.updateAll();
      await this.committed(round * this.#names.length);
    }
    return this.latencies.slice();
  }

  updateAll() {
    for (let index = 0; index < this.#names.length; index++) this.update(index);
  }

  nextMinute() {
    this.#source.nextMinute();
  }

  committed(count) {
    return this.#reached(count, () => this.latencies.length, 'updates are stored');
  }

  /** Every series has been requested since the minute began. */
  requested() {
    return this.#reached(this.#names.length, () => this.#source.requests, 'series are requested');
  }

  async #reached(count, counted, what) {
    const deadline = performance.now() + 60_000;
    while (counted() < count) {
      requireAgreement(performance.now() < deadline, `${counted()} of ${count} ${what}`);
      await delay(PACE_MILLISECONDS);
    }
  }

  /** Nothing that was sent is missing, and the newest state of each candle is what is stored. */
  async requireStored(client) {
    const { rows } = await client.query(
      `select symbol, volume, is_closed, (select count(*)::int from candlesticks c where c.series_id = series.id) as candles
       from series join candlesticks on series_id = series.id and open_time = last_open_time where exchange = $1`,
      [this.#exchange],
    );
    requireAgreement(rows.length === this.#names.length, `${rows.length} series are stored`);
    for (const { symbol, volume, candles } of rows) {
      const expected = this.#source.state(symbol);
      requireAgreement(
        volume === expected.volume && candles === expected.candles,
        `${symbol}: ${candles} candles, the last of volume ${volume}; sent were ${JSON.stringify(expected)}`,
      );
    }
  }

  stop() {
    return this.#feed.stop();
  }
}

class BenchSource {
  intervals = ['1m'];
  candlesPerRequest = 500;
  #watches = new Map();
  #openTime = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;
  #minutes = 1;
  requests = 0;
  clock = new ExchangeClock({ isShared: true, now: () => this.now });

  constructor(exchange) {
    this.exchange = exchange;
  }

  /** A second into the minute, which only `nextMinute` moves: no candle is over before a later one comes. */
  get now() {
    return this.#openTime + 1_000;
  }

  nextMinute() {
    this.#openTime += MINUTE;
    this.#minutes++;
    this.requests = 0;
    for (const watch of this.#watches.values()) watch.updates = 0;
  }

  state(symbol) {
    return { volume: volumeText(this.#watches.get(symbol).updates), candles: this.#minutes };
  }

  update(symbol) {
    const watch = this.#watches.get(symbol);
    watch.updates++;
    const close = `100.${10 + (watch.updates % 90)}`;
    const prices = {
      open: '100.50',
      high: '101.00',
      low: '100.00',
      close,
      volume: volumeText(watch.updates),
    };
    watch.waiting.push({ openTime: this.#openTime, ...prices });
    watch.wake();
  }

  async watched(count) {
    while (this.#watches.size < count) await delay(PACE_MILLISECONDS);
  }

  async *watchCandles(symbol, _interval, signal) {
    const watch = { waiting: [], updates: 0, wake: () => undefined };
    this.#watches.set(symbol, watch);
    signal.addEventListener('abort', () => watch.wake());
    while (!signal.aborted) {
      if (watch.waiting.length > 0) yield watch.waiting.splice(0);
      else await new Promise((resolve) => (watch.wake = resolve));
    }
  }

  fetchCandles() {
    this.requests++;
    return Promise.resolve([]);
  }

  close() {
    return Promise.resolve();
  }
}

const volumeText = (updates) => `${updates}.00`;
