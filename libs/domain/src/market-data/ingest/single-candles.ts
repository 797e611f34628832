import { Injectable } from '@nestjs/common';
import { isOfTheData } from '../../postgres/is-of-the-data';
import { seriesKey } from '../series/series-name';
import { CandleIngest, type SingleCandle, type SingleResult } from './candle-ingest';

/** One that waits for somebody's lock keeps back its own series only, and others find connections left in the pool. */
const STATEMENTS_UNDER_WAY = 4;
const STATEMENT_CANDLES = 500;
/** As long as others wait for a connection. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

interface WaitingSingle extends SingleCandle {
  readonly series: string;
  readonly key: string;
  /** Of one that has to wait. */
  impatience?: NodeJS.Timeout;
  readonly resolve: (result: SingleResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes in candles that come one by one, each from somebody who waits for its commit. Writers of a series are serialised by the lock of its
 * row, so commits of single candles would queue up: those that come while one is under way go together
 * with the next instead. A candle that nobody is in the way of goes at once.
 */
@Injectable()
export class SingleCandles {
  private waiting: WaitingSingle[] = [];
  private readonly seriesUnderWay = new Set<string>();
  private statementsUnderWay = 0;
  private isTaking = false;

  constructor(private readonly ingest: CandleIngest) {}

  /** Resolves when it is committed, or was refused. Candles of one open time are stored in the order in which they came. */
  store(single: SingleCandle): Promise<SingleResult> {
    const series = seriesKey(single.name);
    const key = `${series} ${single.candle.openTime.getTime()}`;
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...single, series, key, resolve, reject });
      this.goOn();
    });
  }

  /** What comes in the same turn goes into the same statement. */
  private goOn(): void {
    if (this.isTaking) return;
    this.isTaking = true;
    setImmediate(() => {
      this.isTaking = false;
      void this.storeWaiting();
    });
  }

  private async storeWaiting(): Promise<void> {
    const taken = this.statementsUnderWay < STATEMENTS_UNDER_WAY ? this.take() : [];
    for (const candle of this.waiting) {
      candle.impatience ??= setTimeout(() => this.giveUp(candle), LONGEST_WAIT_MILLISECONDS);
    }
    if (taken.length === 0) return;

    const series = new Set(taken.map((candle) => candle.series));
    for (const one of series) this.seriesUnderWay.add(one);
    this.statementsUnderWay++;
    await this.write(taken);
    this.statementsUnderWay--;
    for (const one of series) this.seriesUnderWay.delete(one);
    if (this.waiting.length > 0) this.goOn();
  }

  /** Of one open time only the first: the next one replaces it, and what it replaces is kept as a revision. */
  private take(): WaitingSingle[] {
    const taken: WaitingSingle[] = [];
    const left: WaitingSingle[] = [];
    const keys = new Set<string>();
    for (const candle of this.waiting) {
      const hasToWait =
        taken.length === STATEMENT_CANDLES || this.seriesUnderWay.has(candle.series) || keys.has(candle.key);
      keys.add(candle.key);
      (hasToWait ? left : taken).push(candle);
    }
    this.waiting = left;
    for (const { impatience } of taken) clearTimeout(impatience);
    return taken;
  }

  private giveUp(candle: WaitingSingle): void {
    this.waiting = this.waiting.filter((other) => other !== candle);
    const error = new Error('The writes before this one took too long');
    candle.reject(Object.assign(error, { code: 'ETIMEDOUT' }));
  }

  private async write(taken: readonly WaitingSingle[]): Promise<void> {
    try {
      const results = await this.ingest.ingestEach(taken);
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]);
    } catch (error) {
      if (taken.length > 1 && isOfTheData(error)) {
        // One that the database cannot take must not keep back the others.
        for (const candle of taken) await this.write([candle]);
      } else {
        for (const { reject } of taken) reject(error);
      }
    }
  }
}
