import { Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import type { CandlesUsed } from '#domain/backtesting/stored-report';
import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { needOfStored, toInterval } from '#domain/market-data/series/interval-candles';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '#engine/market/candle-columns';
import type { Interval } from '#engine/market/interval';

/** What was requested is read to its end. */
const NEVER = new AbortController().signal;

/** The candles of a run, as they are stored now. */
@Injectable()
export class RunCandles {
  constructor(
    private readonly series: SeriesRepository,
    private readonly loader: CandleColumnsLoader,
  ) {}

  /**
   * Those from the first to the last that the run used, its warm-up included; without `used`, of which early runs have nothing, those of its
   * range after `warmupBars`. Null where none is stored any more.
   */
  async load(
    run: Pick<Backtest, 'exchange' | 'symbol' | 'interval' | 'startDate' | 'endDate'>,
    used: CandlesUsed | undefined,
    warmupBars: number,
  ): Promise<CandleColumns | null> {
    const { exchange, symbol } = run;
    const interval = run.interval as Interval;
    if (exchange === null) return null;
    const stored = await this.series.findForInterval({
      exchange,
      symbol,
      interval: used?.interval ?? interval,
    });
    if (!stored) return null;
    const source = { series: stored.series, interval };
    const need = used
      ? { start: new Date(used.start), end: new Date(used.end), warmupBars: 0 }
      : {
          start: new Date(run.startDate),
          end: new Date(new Date(run.endDate).getTime() + DAY_MILLISECONDS - 1),
          warmupBars,
        };
    const span = await this.loader.spanOf(source.series.id, needOfStored(source, need));
    const { candles } = toInterval(source, await this.loader.load(span, NEVER), need);
    const length = firstCandleAtOrAfter(candles, need.end.getTime() + 1);
    return length === 0 ? null : sliceCandleColumns(candles, 0, length);
  }
}
