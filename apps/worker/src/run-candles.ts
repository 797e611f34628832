import { Injectable } from '@nestjs/common';
import type { Series } from '#domain/market-data/series.entity';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { aggregateColumns } from '#engine/market/aggregate-columns';
import { type CandleColumns, firstCandleAtOrAfter } from '#engine/market/candle-columns';
import { intervalSeconds, type Interval } from '#engine/market/interval';
import { type CandleNeed, SeriesCache } from './series-cache';

interface SeriesRequest {
  readonly exchange: string | null;
  readonly symbol: string;
  readonly interval: string;
}

/** Candles of one interval, stored as such or put together of shorter ones in memory. */
export interface RunSeries {
  readonly series: Series;
  readonly interval: Interval;
}

interface LoadedCandles {
  readonly candles: CandleColumns;
  readonly warnings: readonly string[];
}

/** Finds and loads the candles that a run is about. */
@Injectable()
export class RunCandles {
  constructor(
    private readonly series: SeriesRepository,
    private readonly cache: SeriesCache,
  ) {}

  /** Where the interval is not stored, the longest one that divides it; throws BacktestRefusal when there is none. */
  async find({ exchange, symbol, interval }: SeriesRequest): Promise<RunSeries> {
    if (exchange === null) throw new BacktestRefusal(`no exchange has candles of ${symbol}`);
    const wanted = intervalSeconds(interval as Interval);
    const longest = (await this.series.findMatching({ exchange, symbol }))
      .filter((series) => series.candleCount > 0 && wanted % intervalSeconds(series.interval) === 0)
      .sort((a, b) => intervalSeconds(b.interval) - intervalSeconds(a.interval))
      .at(0);
    if (longest) return { series: longest, interval: interval as Interval };
    throw new BacktestRefusal(`there are no ${interval} candles of ${symbol} on ${exchange}`);
  }

  /** Columns that hold at least what is needed, when the series does. */
  async load(
    { series, interval }: RunSeries,
    need: CandleNeed,
    leaving: AbortSignal,
  ): Promise<LoadedCandles> {
    if (series.interval === interval) {
      return { candles: await this.cache.load(series, need, leaving), warnings: [] };
    }
    const fromSeconds = intervalSeconds(series.interval);
    const toSeconds = intervalSeconds(interval);
    const shorter = {
      start: need.start,
      end: new Date(need.end.getTime() + (toSeconds - fromSeconds) * 1000),
      // One more than is needed, as the first one may lack its beginning and is left out then.
      warmupBars: (need.warmupBars + 1) * (toSeconds / fromSeconds),
    };
    const { candles, isPartial } = aggregateColumns(await this.cache.load(series, shorter, leaving), {
      ...{ fromSeconds, toSeconds, calendar: series.calendar },
    });
    // Of the range alone: how much more was loaded depends on what else is stored, and a report must not.
    const inRange = isPartial.subarray(
      firstCandleAtOrAfter(candles, need.start.getTime()),
      firstCandleAtOrAfter(candles, need.end.getTime() + 1),
    );
    const partial = inRange.reduce((sum, mark) => sum + mark, 0);
    const { symbol, exchange } = series;
    const what = `no ${interval} candles of ${symbol} are stored on ${exchange}: they were put together of ${series.interval} candles`;
    const lacking = partial > 0 ? `, ${partial} of them of fewer than they span` : '';
    return { candles, warnings: [what + lacking] };
  }
}
