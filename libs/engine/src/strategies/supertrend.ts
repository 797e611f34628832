import { averageTrueRangeLookback } from '../indicators/average-true-range';
import { runWarmup } from '../indicators/run-warmup';
import { computeSupertrend, supertrendIndicator } from '../indicators/supertrend';
import { averageRange } from '../indicators/memoised-columns';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const supertrend: Strategy<'period' | 'multiplier'> = {
  name: 'supertrend',
  summary: 'Long when the Supertrend turns up, out (or short) when it turns down.',
  parameters: supertrendIndicator.parameters,
  defaultGrid: { period: [7, 10, 14, 21], multiplier: [1.5, 2, 3, 4, 5] },
  // A turn needs one value before it.
  warmup: ({ period }) => averageTrueRangeLookback(period) + 1,
  settledAfter: (parameters) => runWarmup(supertrendIndicator, parameters) + 1,
  signals(candles, { period, multiplier }, indicators) {
    const first = averageTrueRangeLookback(period);
    const range = averageRange(candles, period, indicators);
    const { trend } = computeSupertrend(candles, multiplier, range, first);
    const signals = new Uint8Array(candles.length);
    for (let bar = first + 1; bar < candles.length; bar++) {
      if (trend[bar] === trend[bar - 1]) continue;
      signals[bar] = trend[bar] > 0 ? ENTER_LONG | EXIT_SHORT : EXIT_LONG | ENTER_SHORT;
    }
    return signals;
  },
};
