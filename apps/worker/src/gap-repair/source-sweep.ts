import type { MissingRange } from '#engine/market/describe-gaps';
import type { TimeSpan } from '#engine/market/split-ranges';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

/** One request's worth of candles from a time (ms, inclusive) on, ascending. */
export type FetchCandles = (since: number) => Promise<readonly SourceCandle[]>;

/**
 * Requests runs of missing candles from a source with the fewest requests: each request begins with the candle before a run, and
 * what comes with it may hold several runs. Between the first and the last candle of requests in a row the source reported all that
 * it has; before the first and after the last it reported nothing.
 */
export class SourceSweep {
  /** The last stretch that was reported; the next run may go on from its end. */
  reported: TimeSpan | undefined;

  constructor(
    private readonly fetch: FetchCandles,
    private readonly intervalMilliseconds: number,
  ) {}

  /** What the source has around the runs (ascending), and the stretch that it has reported by then. */
  async *pages(
    runs: readonly MissingRange[],
  ): AsyncGenerator<{ candles: readonly SourceCandle[]; reported: TimeSpan }> {
    for (const run of runs) {
      while (this.reported === undefined || this.reported.last < run.last) {
        const candles = await this.next(run);
        if (candles === undefined) return;
        yield { candles, reported: this.reported! };
      }
    }
  }

  /** The source never repeats itself so often that this would not end: a page that brings nothing new is the last. */
  private async next(run: MissingRange): Promise<readonly SourceCandle[] | undefined> {
    const before = run.first - this.intervalMilliseconds;
    const continued = this.reported && this.reported.last >= before ? this.reported : undefined;
    const since = continued ? continued.last + this.intervalMilliseconds : Math.max(0, before);
    const candles = (await this.fetch(since)).filter(({ openTime }) => openTime >= since);
    if (candles.length === 0) return undefined;
    this.reported = {
      first: continued?.first ?? candles[0].openTime,
      last: candles[candles.length - 1].openTime,
    };
    return candles;
  }
}
