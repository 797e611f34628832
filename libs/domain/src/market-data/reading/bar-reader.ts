import { Injectable } from '@nestjs/common';
import { aggregateColumns } from '#engine/market/aggregate-columns';
import { type Aggregation, bucketOf } from '#engine/market/candle-buckets';
import {
  type CandleColumns,
  firstCandleAtOrAfter,
  joinCandleColumns,
  sliceCandleColumns,
} from '#engine/market/candle-columns';
import { intervalSeconds } from '#engine/market/interval';
import { CandleColumnsLoader } from './candle-columns.loader';
import type { IntervalSeries } from '../series/interval-candles';

/** Candles that are in memory at a time, of the source. */
const CANDLES_AT_ONCE = 50_000;

interface BarSpan {
  /** Open times (ms), both inclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads closed candles of an interval in pieces, oldest first, aggregated from shorter ones where it is not stored. How they
 * are cut changes nothing: a candle at a seam is aggregated from all its parts.
 */
@Injectable()
export class BarReader {
  constructor(private readonly loader: CandleColumnsLoader) {}

  /** A time (ms) at or before the given one with at least so many bars from it on to there, where so many are stored. */
  async begin({ series, interval }: IntervalSeries, time: number, bars: number): Promise<number> {
    const aggregation = aggregationOf({ series, interval });
    // One more, as the first one may lack its beginning.
    const candles = aggregation ? (bars + 1) * candlesPerBar({ series, interval }) : bars;
    const start = new Date(time);
    const need = { start, end: start, warmupBars: candles };
    const begin = (await this.loader.spanOf(series.id, need)).from.getTime();
    return aggregation ? bucketOf(begin, aggregation) : begin;
  }

  /** Empty pieces are left out. The last candle that counts is the newest closed one. */
  async *read(
    source: IntervalSeries,
    { from, to }: BarSpan,
    signal: AbortSignal,
    candlesAtOnce = CANDLES_AT_ONCE,
  ): AsyncGenerator<CandleColumns> {
    const last = await this.loader.lastClosed(source.series);
    if (last === null) return;
    const aggregation = aggregationOf(source);
    const step = aggregation ? aggregation.toSeconds * 1000 : 1;
    const align = (time: number) => Math.floor(time / step) * step;
    const end = Math.min(align(to), align(last.getTime())) + step;
    for (let at = Math.max(0, align(from + step - 1)); at < end;) {
      const seam = await this.loader.openTimeFrom(source.series.id, new Date(at), candlesAtOnce);
      const until = seam ? Math.min(end, align(seam.getTime()) + step) : end;
      const piece = await this.load(source, { from: at, to: until - 1 }, last, signal);
      if (piece.length > 0) yield piece;
      at = until;
    }
  }

  /** The newest so many bars up to a time (ms), inclusive, or as many as there are. */
  async newest(
    source: IntervalSeries,
    to: number,
    bars: number,
    signal: AbortSignal,
  ): Promise<CandleColumns> {
    let newest = joinCandleColumns([]);
    const last = await this.loader.lastClosed(source.series);
    if (last === null) return newest;
    // What has not closed is not to be counted.
    const upTo = Math.min(to, last.getTime());
    const from = await this.begin(source, upTo + 1, bars);
    for await (const piece of this.read(source, { from, to: upTo }, signal)) {
      newest = newestOf(joinCandleColumns([newest, piece]), bars);
    }
    return newest;
  }

  private async load(
    source: IntervalSeries,
    { from, to }: BarSpan,
    last: Date,
    signal: AbortSignal,
  ): Promise<CandleColumns> {
    const { id: seriesId } = source.series;
    const aggregation = aggregationOf(source);
    if (!aggregation) return this.loader.load({ seriesId, from: new Date(from), to: new Date(to) }, signal);
    // The neighbours on both sides say that what lies between them is whole.
    const nextOpenTime = await this.loader.openTimeFrom(seriesId, new Date(to + 1), 1);
    const span = await this.loader.spanOf(seriesId, {
      start: new Date(from),
      end: nextOpenTime && nextOpenTime < last ? nextOpenTime : last,
      warmupBars: 1,
    });
    const { candles } = aggregateColumns(await this.loader.load(span, signal), aggregation);
    return sliceCandleColumns(
      candles,
      firstCandleAtOrAfter(candles, from),
      firstCandleAtOrAfter(candles, to + 1),
    );
  }
}

/** How the bars are aggregated; undefined where they are stored as such. */
export function aggregationOf({ series, interval }: IntervalSeries): Aggregation | undefined {
  if (series.interval === interval) return undefined;
  return {
    fromSeconds: intervalSeconds(series.interval),
    toSeconds: intervalSeconds(interval),
    calendar: series.calendar,
  };
}

/** Candles of the source that make up a bar, at most. */
export function candlesPerBar({ series, interval }: IntervalSeries): number {
  return intervalSeconds(interval) / intervalSeconds(series.interval);
}

export function newestOf(candles: CandleColumns, bars: number): CandleColumns {
  return sliceCandleColumns(candles, Math.max(0, candles.length - bars), candles.length);
}
