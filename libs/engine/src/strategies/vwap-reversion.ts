import {
  type DailyVolumeWeightedAveragePrice,
  dailyVolumeWeightedAveragePrice,
} from '../indicators/daily-volume-weighted-average-price';
import { factorRule } from '../indicators/parameter-rule';
import { bandReversionSignals } from './band-signals';
import { type Strategy } from '../backtest/strategy';

export const vwapReversion: Strategy<'std'> = {
  name: 'vwap_reversion',
  summary:
    "Long on a close far below the UTC day's volume-weighted average price, out on one at that average or above.",
  parameters: {
    std: factorRule(2, "Distance to enter beyond, in the day's volume-weighted standard deviations."),
  },
  defaultGrid: { std: [1, 1.5, 2, 2.5, 3] },
  // Like every rule, this one waits until the value before is known too.
  warmup: () => 1,
  signals(candles, { std }, indicators) {
    let day: DailyVolumeWeightedAveragePrice | undefined;
    const compute = () => (day ??= dailyVolumeWeightedAveragePrice(candles));
    const middle = indicators.get('vwap_day', () => compute().average);
    const width = indicators.get('vwap_day:deviation', () => compute().deviation);
    return bandReversionSignals(candles.close, { middle, width, factor: std }, 1);
  },
};
