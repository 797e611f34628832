import { type Bar, type CandleColumns } from '../market/candle-columns';
import { DAY_MILLISECONDS } from '../calendar/day';
import { type CandleIndicator, type IncrementalIndicator, type LentColumns } from './indicator';
import { lentColumn } from '../lent-column';
import { typicalPriceOf } from './typical-price';

const MILLISECONDS_PER_MINUTE = 60_000;

const DAILY_VOLUME_WEIGHTED_AVERAGE_PRICE_LOOKBACK = 0;

/** The rest of a day whose first minute was missed; longer bars reach its end sooner. */
const DAILY_VOLUME_WEIGHTED_AVERAGE_PRICE_WARMUP = DAY_MILLISECONDS / MILLISECONDS_PER_MINUTE - 1;

export interface DailyVolumeWeightedAveragePrice {
  readonly average: Float64Array;
  /** Standard deviation of the day's typical prices, weighted by volume; 0 at the day's first bar. */
  readonly deviation: Float64Array;
}

/**
 * Mean typical price since 00:00 UTC, weighted by volume, and the deviation around it; NaN until the day has volume. A
 * series that starts within a day knows that day from its start only.
 *
 * Both are carried on from bar to bar without subtracting sums (D. H. D. West, Communications of the ACM 22, 1979).
 */
export function dailyVolumeWeightedAveragePrice(
  candles: CandleColumns,
  into?: LentColumns,
): DailyVolumeWeightedAveragePrice {
  const { openTime, high, low, close, volume, length } = candles;
  const average = lentColumn(length, into?.[0]);
  const deviation = lentColumn(length, into?.[1]);
  const columns = { average, deviation };
  let dayEnd = -Infinity;
  let total = 0;
  let mean = NaN;
  let squares = 0;
  for (let bar = 0; bar < length; bar++) {
    if (openTime[bar] >= dayEnd) {
      dayEnd = endOfDay(openTime[bar]);
      total = 0;
      mean = NaN;
      squares = 0;
    }
    const weight = volume[bar];
    if (weight > 0) {
      const price = (high[bar] + low[bar] + close[bar]) / 3;
      if (total === 0) mean = price;
      total += weight;
      const distance = price - mean;
      mean += (distance * weight) / total;
      squares += weight * distance * (price - mean);
    }
    average[bar] = mean;
    deviation[bar] = total > 0 ? Math.sqrt(squares / total) : NaN;
  }
  return columns;
}

class IncrementalDailyVolumeWeightedAveragePrice implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN);
  private dayEnd = -Infinity;
  private total = 0;
  private mean = NaN;
  private squares = 0;

  update(bar: Bar): void {
    if (bar.openTime >= this.dayEnd) this.startDay(bar.openTime);
    const weight = bar.volume;
    if (weight > 0) {
      const price = typicalPriceOf(bar);
      if (this.total === 0) this.mean = price;
      this.total += weight;
      const distance = price - this.mean;
      this.mean += (distance * weight) / this.total;
      this.squares += weight * distance * (price - this.mean);
    }
    this.values[0] = this.mean;
    this.values[1] = this.total > 0 ? Math.sqrt(this.squares / this.total) : NaN;
  }

  private startDay(time: number): void {
    this.dayEnd = endOfDay(time);
    this.total = 0;
    this.mean = NaN;
    this.squares = 0;
  }
}

function endOfDay(time: number): number {
  return (Math.floor(time / DAY_MILLISECONDS) + 1) * DAY_MILLISECONDS;
}

export const dailyVolumeWeightedAveragePriceIndicator: CandleIndicator<never> = {
  name: 'vwap_day',
  summary: 'Volume-weighted average price since 00:00 UTC, and the weighted standard deviation around it.',
  parameters: {},
  input: 'candles',
  outputs: ['vwap', 'deviation'],
  lookback: () => DAILY_VOLUME_WEIGHTED_AVERAGE_PRICE_LOOKBACK,
  warmup: () => DAILY_VOLUME_WEIGHTED_AVERAGE_PRICE_WARMUP,
  beginsWithDay: true,
  compute(candles, _parameters, into) {
    const { average, deviation } = dailyVolumeWeightedAveragePrice(candles, into);
    return [average, deviation];
  },
  start: () => new IncrementalDailyVolumeWeightedAveragePrice(),
};
