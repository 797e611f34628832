import { Injectable } from '@nestjs/common';
import { unconfirmedWarnings } from '#domain/market-data/reading/unconfirmed-candles';
import {
  type CandleNeed,
  type IntervalSeries,
  type LoadedCandles,
  needOfStored,
  toInterval,
} from '#domain/market-data/series/interval-candles';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { Interval } from '#engine/market/interval';
import { SeriesCache } from './series-cache';

/** A series of a run; without an exchange none has the symbol. */
export interface NamedSeries {
  readonly exchange: string | null;
  readonly symbol: string;
  readonly interval: string;
}

/** Candles of a series as a run needs them, stored as such or aggregated. */
@Injectable()
export class SeriesCandles {
  constructor(
    private readonly series: SeriesRepository,
    private readonly cache: SeriesCache,
  ) {}

  /** Throws BacktestRefusal where there are none; `whose` begins its message. */
  async find({ exchange, symbol, interval }: NamedSeries, whose = ''): Promise<IntervalSeries> {
    if (exchange === null) throw new BacktestRefusal(`${whose}no exchange has candles of ${symbol}`);
    const found = await this.series.findForInterval({ exchange, symbol, interval: interval as Interval });
    if (found) return found;
    throw new BacktestRefusal(`${whose}there are no ${interval} candles of ${symbol} on ${exchange}`);
  }

  /** Columns that hold at least what is needed, when the series does, but for what no exchange has confirmed. */
  async load(found: IntervalSeries, need: CandleNeed, stop: AbortSignal): Promise<LoadedCandles> {
    const needed = needOfStored(found, need);
    const { columns, unfinished } = await this.cache.load(found.series, needed, stop);
    const { candles, warnings } = toInterval(found, columns, need);
    return { candles, warnings: [...warnings, ...unconfirmedWarnings(found.series, unfinished, needed)] };
  }
}
