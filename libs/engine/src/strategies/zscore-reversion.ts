import { barsRule, factorRule } from '../indicators/parameter-rule';
import { zScore, zScoreLookback } from '../indicators/z-score';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const zscoreReversion: Strategy<'period' | 'entry' | 'exit'> = {
  name: 'zscore_reversion',
  summary: 'Long on a close far below its mean in standard deviations, out once it is near the mean again.',
  parameters: {
    period: barsRule(20, 'Bars in the window.', 2),
    entry: factorRule(2, 'Standard deviations from the mean to enter beyond.'),
    exit: factorRule(0.5, 'Standard deviations from the mean to leave within.', 0),
  },
  defaultGrid: { period: [10, 20, 30, 50], entry: [1.5, 2, 2.5], exit: [0, 0.5, 1] },
  check: ({ entry, exit }) => (exit < entry ? undefined : `exit (${exit}) must be below entry (${entry})`),
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ period }) => zScoreLookback(period) + 1,
  signals(candles, { period, entry, exit }, indicators) {
    const scores = indicators.getOwned(`zscore:close:${period}`, candles.length, (into) =>
      zScore(candles.close, period, into),
    );
    const signals = new Uint8Array(candles.length);
    for (let bar = zScoreLookback(period) + 1; bar < candles.length; bar++) {
      const score = scores[bar];
      let signal = 0;
      if (score < -entry) signal |= ENTER_LONG;
      if (score >= -exit) signal |= EXIT_LONG;
      if (score > entry) signal |= ENTER_SHORT;
      if (score <= exit) signal |= EXIT_SHORT;
      signals[bar] = signal;
    }
    return signals;
  },
};
