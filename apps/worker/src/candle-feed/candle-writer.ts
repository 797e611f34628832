import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOfTheData } from '#domain/postgres/is-of-the-data';
import type { CandleSource } from '#domain/market-data/series/candle-writes';
import { fullJitter, type RetryPauses } from '#platform/pauses/full-jitter';
import type { FeedMetrics } from './feed-metrics';
import type { FeedStore } from './feed-store';
import { type TakenCandles, type WaitingCandle, WaitingCandles } from './waiting-candles';

/** One statement's worth: of a burst, the database writes one part while the next is received. */
const STATEMENT_CANDLES = 1_250;
/** So many statements at most are under way at once, of different series. */
const MOST_STATEMENTS = 2;
/** With so many waiting, history is not fetched any further. */
const MOST_FOR_HISTORY = 20_000;
/** What was fetched goes first: a live candle that is closed says that nothing before it is missing. */
const ORDER = ['backfill', 'feed'] as const satisfies readonly CandleSource[];
const FENCE_CHECK_MILLISECONDS = 50;

export interface WriterParts {
  readonly store: Pick<FeedStore, 'write' | 'keepApart'>;
  readonly metrics: FeedMetrics;
  readonly logger: Logger;
  readonly retryPauses: RetryPauses;
  readonly mostWaitingCandles: number;
  /** False while this process may not be the one that writes. */
  readonly mayWrite: () => boolean;
}

/**
 * Writes an exchange's candles, one statement at a time, or two where the second one is full. What comes in while one is under way is
 * kept, of each candle the newest state, and goes with the next: no timer waits, and the busier it is, the more goes into a
 * statement. The candles of a series are never in two statements at once.
 */
export class CandleWriter {
  private readonly waiting: WaitingCandles;
  private readonly working = new Set<Promise<void>>();
  private statements = 0;
  private failures = 0;
  private reportEnough: () => void = () => undefined;
  private readonly waitingForRoom: (() => void)[] = [];
  private readonly aborting = new AbortController();

  constructor(
    private readonly exchange: string,
    private readonly parts: WriterParts,
  ) {
    this.waiting = new WaitingCandles(parts.mostWaitingCandles);
  }

  /** Whether there is no sense in fetching more. */
  get isLagging(): boolean {
    return this.failures > 0 || this.waiting.isFull;
  }

  /** False when there was no room for it. */
  put(candle: WaitingCandle): boolean {
    const isKept = this.waiting.add(candle);
    if (this.isEnough) this.reportEnough();
    if (this.statements === 0 || (this.isEnough && this.statements < MOST_STATEMENTS)) this.begin();
    return isKept;
  }

  /** Resolves when there is nothing left to write, or when it was abandoned. */
  async drained(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Resolves when there is room for a page of history. */
  async untilRoom(): Promise<void> {
    while (this.waiting.size >= MOST_FOR_HISTORY && !this.aborting.signal.aborted) {
      await new Promise<void>((resolve) => this.waitingForRoom.push(resolve));
    }
  }

  /** Ends without writing what is waiting. */
  abandon(): void {
    this.aborting.abort();
    this.reportRoom();
  }

  private get isEnough(): boolean {
    return this.waiting.ready >= STATEMENT_CANDLES;
  }

  private reportRoom(): void {
    for (const resolve of this.waitingForRoom.splice(0)) resolve();
  }

  private begin(): void {
    this.statements++;
    const work = this.work().finally(() => this.working.delete(work));
    this.working.add(work);
  }

  private async work(): Promise<void> {
    const { signal } = this.aborting;
    // What comes in the same turn goes into the same statement.
    if (!this.isEnough)
      await Promise.race([nextTurn(), new Promise<void>((resolve) => (this.reportEnough = resolve))]);
    // What is too little for two statements is for the other one.
    while ((this.isEnough || (this.waiting.ready > 0 && this.statements === 1)) && !signal.aborted) {
      if (!this.parts.mayWrite()) {
        await delay(FENCE_CHECK_MILLISECONDS, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const taken = this.waiting.take(STATEMENT_CANDLES);
      try {
        await this.write(taken);
        this.waiting.release(taken);
        this.failures = 0;
        this.reportRoom();
      } catch (error) {
        this.waiting.giveBack(taken);
        this.parts.logger.warn(
          { err: error, exchange: this.exchange },
          'Candles of the feed wait for the database',
        );
        const pause = fullJitter(this.failures++, this.parts.retryPauses);
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    this.statements--;
  }

  private async write(taken: TakenCandles): Promise<void> {
    for (const source of ORDER) {
      const bySeries: WaitingCandle[][] = [];
      for (const candles of taken.values()) {
        const ofSource = candles.filter((candle) => candle.source === source);
        if (ofSource.length > 0) bySeries.push(ofSource);
      }
      if (bySeries.length === 0) continue;
      try {
        await this.ingest(bySeries, source);
      } catch (error) {
        if (!isOfTheData(error)) throw error;
        await this.writeOneByOne(bySeries.flat(), source);
      }
    }
  }

  /** One that the database cannot take must not keep back the others. */
  private async writeOneByOne(candles: readonly WaitingCandle[], source: CandleSource): Promise<void> {
    for (const candle of candles) {
      try {
        await this.ingest([[candle]], source);
      } catch (error) {
        if (!isOfTheData(error)) throw error;
        const { name } = candle;
        this.parts.logger.error({ err: error, ...name, candle: candle.candle }, 'A candle cannot be stored');
        await this.keepApart(candle, source, error);
      }
    }
  }

  private async keepApart(
    { name, candle, receipts }: WaitingCandle,
    source: CandleSource,
    cause: unknown,
  ): Promise<void> {
    const reason = `cannot be stored: ${(cause as Error).message}`;
    try {
      await this.parts.store.keepApart({ name, candle, reason }, source);
      this.parts.metrics.observeCommit(this.exchange, receipts, 1);
    } catch (error) {
      // What not even the quarantine takes has been logged.
      if (!isOfTheData(error)) throw error;
    }
  }

  private async ingest(bySeries: readonly WaitingCandle[][], source: CandleSource): Promise<void> {
    const batches = bySeries.map((candles) => ({
      name: candles[0].name,
      candles: candles.map(({ candle }) => candle),
    }));
    const { quarantined, levelShifts } = await this.parts.store.write(batches, source);
    for (const { name, openTime, ratio } of levelShifts) {
      const shift = { ...name, openTime: new Date(openTime), ratio };
      this.parts.logger.warn(shift, 'The price of a series moved to another level');
    }
    this.parts.metrics.observeCommit(
      this.exchange,
      bySeries.flatMap((candles) => candles.flatMap(({ receipts }) => receipts)),
      quarantined,
    );
  }
}
