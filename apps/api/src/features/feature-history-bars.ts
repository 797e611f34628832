import { Injectable } from '@nestjs/common';
import { BarReader, candlesPerBar, newestOf } from '#domain/market-data/reading/bar-reader';
import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import type { IntervalSeries } from '#domain/market-data/series/interval-candles';
import { FEATURE_WARMUP_BARS } from '#engine/features/feature-set';
import {
  type CandleColumns,
  firstCandleAtOrAfter,
  joinCandleColumns,
  sliceCandleColumns,
} from '#engine/market/candle-columns';

const END_OF_TIME = Date.UTC(9999, 11, 31);
/** Of the source; fewer where fewer are enough. */
const MOST_CANDLES_AT_ONCE = 50_000;

export interface HistoryRange {
  /** Open times, both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
}

/** Candles of which those from an index on are wanted; the ones before them are their warm-up. */
export interface WarmBars {
  readonly candles: CandleColumns;
  readonly from: number;
}

/** Reads the candles of a history with their warm-up, so that a value does not depend on the requested range. */
@Injectable()
export class FeatureHistoryBars {
  constructor(
    private readonly bars: BarReader,
    private readonly loader: CandleColumnsLoader,
  ) {}

  /** Open time of the newest candle that counts; null where there is none. */
  lastClosed({ series }: IntervalSeries): Promise<Date | null> {
    return this.loader.lastClosed(series);
  }

  /** All of a range in pieces of at most so many rows, oldest first. Each candle is read once. */
  async *pieces(
    source: IntervalSeries,
    { start, end }: HistoryRange,
    rows: number,
    signal: AbortSignal,
    candlesAtOnce?: number,
  ): AsyncGenerator<WarmBars> {
    const first = start?.getTime() ?? 0;
    const from = start ? await this.bars.begin(source, first, FEATURE_WARMUP_BARS) : 0;
    let warm = joinCandleColumns([]);
    const span = { from, to: end?.getTime() ?? END_OF_TIME };
    for await (const piece of this.bars.read(source, span, signal, candlesAtOnce)) {
      const begin = firstCandleAtOrAfter(piece, first);
      warm = warmOf([warm, sliceCandleColumns(piece, 0, begin)]);
      for (let at = begin; at < piece.length; at += rows) {
        const wanted = sliceCandleColumns(piece, at, Math.min(piece.length, at + rows));
        const candles = joinCandleColumns([warm, wanted]);
        yield { candles, from: warm.length };
        warm = warmOf([candles]);
      }
    }
  }

  /** In one piece: with a start the first so many rows from it, else the last ones. */
  async limited(
    source: IntervalSeries,
    range: HistoryRange,
    limit: number,
    signal: AbortSignal,
  ): Promise<WarmBars> {
    const bars = limit + FEATURE_WARMUP_BARS;
    if (!range.start) {
      const end = range.end?.getTime() ?? END_OF_TIME;
      const candles = await this.bars.newest(source, end, bars, signal);
      return { candles, from: Math.max(0, candles.length - limit) };
    }
    let found: WarmBars = { candles: joinCandleColumns([]), from: 0 };
    const candlesAtOnce = Math.min(MOST_CANDLES_AT_ONCE, bars * candlesPerBar(source));
    for await (const piece of this.pieces(source, range, limit, signal, candlesAtOnce)) {
      const rows = sliceCandleColumns(piece.candles, piece.from, piece.candles.length);
      found =
        found.candles.length === 0
          ? piece
          : { candles: joinCandleColumns([found.candles, rows]), from: found.from };
      if (found.candles.length - found.from >= limit) break;
    }
    const length = Math.min(found.candles.length, found.from + limit);
    return { candles: sliceCandleColumns(found.candles, 0, length), from: found.from };
  }
}

function warmOf(parts: readonly CandleColumns[]): CandleColumns {
  return newestOf(joinCandleColumns(parts), FEATURE_WARMUP_BARS);
}
