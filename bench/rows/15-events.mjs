import { setTimeout as delay } from 'node:timers/promises';
import { EventTail } from '../../dist/libs/messaging/src/events/event-tail.js';
import { BenchFeed } from '../frame/bench-feed.mjs';
import { atMostTimes, requireAgreement, within } from '../frame/measurement.mjs';
import { interleave, quantile } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';

export const title = 'Events: what recording costs the feed, and how soon they are read';

const SERIES = 100;
/** Of all series, a second: 2,000 closed candles. */
const MINUTES_PER_SECOND = 20;
const SECONDS = 5;
const ROUNDS = 5;

export async function* measure(stage) {
  const [on, off] = [await Contestant.start(stage, 'on'), await Contestant.start(stage, 'off')];
  try {
    const samples = await interleave(
      { on: () => on.closeCandles(), off: () => off.closeCandles() },
      { rounds: ROUNDS },
    );
    const expected = (ROUNDS + 1) * SECONDS * MINUTES_PER_SECOND * SERIES;
    await on.requireRecorded(expected);
    await off.requireRecorded(0);
    for (const [what, fraction, goal] of [
      ['p50', 0.5],
      ['p99', 0.99, atMostTimes(1.2)],
    ]) {
      yield {
        what: `receipt to commit at 2,000 closed candles/s, ${what}`,
        ours: quantile(samples.on, fraction),
        peer: quantile(samples.off, fraction),
        peerName: 'EVENTS=off',
        ...(goal && { goal }),
      };
    }
    yield { what: 'from the write of a candle to its event in hand, p50', ours: quantile(on.lags, 0.5) };
    yield { what: '… p99', ours: quantile(on.lags, 0.99), goal: within(250) };
  } finally {
    await Promise.all([on, off].map((contestant) => contestant.stop()));
  }
}

/** A feed that writes to a database of its own, and a reader of its events. */
class Contestant {
  /** Milliseconds from the database's time of the commit to the event in this process. */
  lags = [];
  #events = 0;
  #isOver = false;

  static async start(stage, events) {
    const databaseUrl = await stage.createDatabase();
    const client = await stage.connect(databaseUrl);
    const worker = await createWorkerContext(databaseUrl, { EVENTS: events });
    const contestant = new Contestant(worker, client, await BenchFeed.start(worker, events, SERIES));
    contestant.feed.updateAll();
    await contestant.feed.committed(SERIES);
    return contestant;
  }

  constructor(worker, client, feed) {
    this.worker = worker;
    this.client = client;
    this.feed = feed;
    this.reading = this.#read(worker.get(EventTail, { strict: false }));
  }

  /** Milliseconds from the receipt of each update, which closes a candle and opens one, to its commit. */
  async closeCandles() {
    this.feed.latencies.length = 0;
    const startedAt = performance.now();
    for (let minute = 1; minute <= SECONDS * MINUTES_PER_SECOND; minute++) {
      this.feed.nextMinute();
      this.feed.updateAll();
      const due = startedAt + (minute * 1000) / MINUTES_PER_SECOND;
      await delay(Math.max(0, due - performance.now()));
    }
    await this.feed.committed(SECONDS * MINUTES_PER_SECOND * SERIES);
    await this.feed.requireStored(this.client);
    return this.feed.latencies.slice();
  }

  async requireRecorded(count) {
    const deadline = performance.now() + 10_000;
    while (this.#events < count && performance.now() < deadline) await delay(20);
    requireAgreement(this.#events === count, `${this.#events} of ${count} closed candles were published`);
  }

  async stop() {
    this.#isOver = true;
    await this.feed.stop();
    await this.reading;
    await this.worker.close();
  }

  async #read(tail) {
    const use = await tail.use();
    let { position } = use;
    while (!this.#isOver) {
      const { more } = tail;
      const rows = tail.after(position);
      requireAgreement(rows !== undefined, 'the tail no longer keeps what the reader needs');
      const now = Date.now();
      for (const { events } of rows) {
        for (const { kind, recordedAt, data } of events) {
          if (kind !== 'candle.closed') continue;
          this.#events += data.candles.length;
          this.lags.push(now - recordedAt.getTime());
        }
      }
      position = rows.at(-1)?.position ?? position;
      if (rows.length === 0) await more;
    }
    use.release();
  }
}
