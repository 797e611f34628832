import { Injectable } from '@nestjs/common';
import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { type IntervalSeries, needOfStored } from '#domain/market-data/series/interval-candles';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { ApiError, unprocessable } from '../http/api-error';

const MOST_CANDLES = 200_000;
const LOADING_MILLISECONDS = 20_000;

/** The candles that a regime is computed from. */
@Injectable()
export class RegimeCandles {
  constructor(
    private readonly series: SeriesRepository,
    private readonly loader: CandleColumnsLoader,
    private readonly unconfirmed: UnconfirmedCandles,
  ) {}

  /** The window ends with the last closed candle that is stored, however old that is. */
  async load(name: SeriesName, lookbackDays: number) {
    const found = await this.series.findForInterval(name);
    const newest = found && (await this.loader.newestClosed(found.series));
    if (!found || !newest) {
      throw insufficientData(
        `there are no closed ${name.interval} candles of ${name.symbol} on ${name.exchange}`,
      );
    }
    requireFewCandles(found, lookbackDays);
    const { id, interval } = found.series;
    const closed = newest.openTime.getTime() + intervalSeconds(interval) * 1000;
    const need = {
      start: new Date(closed - lookbackDays * DAY_MILLISECONDS),
      end: new Date(closed - intervalSeconds(name.interval) * 1000),
      warmupBars: 0,
    };
    const span = await this.loader.spanOf(id, needOfStored(found, need));
    const stored = await this.loader.load(span, AbortSignal.timeout(LOADING_MILLISECONDS));
    // Those after the last closed candle as well: the window would end with them.
    const warnings = await this.unconfirmed.warnings([found.series], { start: need.start });
    return { found, newest, stored, need, warnings };
  }
}

export function insufficientData(detail: string): ApiError {
  return new ApiError({ status: 422, detail, code: 'INSUFFICIENT_DATA' });
}

/** Of those that are stored: they are what has to be read, whatever is aggregated from them. */
function requireFewCandles({ series, interval }: IntervalSeries, lookbackDays: number): void {
  const candlesOf = (each: Interval) => (lookbackDays * 86_400) / intervalSeconds(each);
  const candles = candlesOf(series.interval);
  if (candles <= MOST_CANDLES) return;
  const makes = `${candles} candles of ${lookbackDays} days, more than ${MOST_CANDLES}`;
  if (series.interval === interval) {
    const coarser = INTERVALS.find((each) => candlesOf(each) <= MOST_CANDLES) ?? '1d';
    throw unprocessable([
      { field: 'interval', message: `${interval} makes ${makes}: use ${coarser} or coarser` },
    ]);
  }
  const days = Math.floor((MOST_CANDLES * intervalSeconds(series.interval)) / 86_400);
  throw unprocessable([
    {
      field: 'lookback_days',
      message: `${series.interval}, the longest stored interval that divides ${interval}, makes ${makes}: use ${days} or fewer`,
    },
  ]);
}
