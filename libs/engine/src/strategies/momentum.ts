import { barsRule } from '../indicators/parameter-rule';
import { rateOfChange, rateOfChangeLookback } from '../indicators/rate-of-change';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const momentum: Strategy<'lookback' | 'threshold'> = {
  name: 'momentum',
  summary:
    'Long while the close has risen by more than the threshold over the lookback, else out (or short).',
  parameters: {
    lookback: barsRule(90, 'Bars the rise is taken over.'),
    threshold: {
      type: 'number',
      default: 0,
      minimum: 0,
      maximum: 10,
      summary: 'Rise to exceed, a fraction: 0.05 is 5 %.',
    },
  },
  defaultGrid: { lookback: [20, 60, 90, 120, 180, 250], threshold: [0, 0.02, 0.05] },
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ lookback }) => rateOfChangeLookback(lookback) + 1,
  signals(candles, { lookback, threshold }, indicators) {
    const rates = indicators.getOwned(`roc:close:${lookback}`, candles.length, (into) =>
      rateOfChange(candles.close, lookback, into),
    );
    const percent = threshold * 100;
    const signals = new Uint8Array(candles.length);
    for (let bar = rateOfChangeLookback(lookback) + 1; bar < candles.length; bar++) {
      if (rates[bar] > percent) signals[bar] = ENTER_LONG | EXIT_SHORT;
      else if (rates[bar] < -percent) signals[bar] = EXIT_LONG | ENTER_SHORT;
      else signals[bar] = EXIT_LONG | EXIT_SHORT;
    }
    return signals;
  },
};
