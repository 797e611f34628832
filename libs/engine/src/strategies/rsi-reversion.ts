import { barsRule } from '../indicators/parameter-rule';
import { relativeStrengthIndex, relativeStrengthIndexIndicator } from '../indicators/relative-strength-index';
import { runWarmup } from '../indicators/run-warmup';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const rsiReversion: Strategy<'period' | 'oversold' | 'overbought'> = {
  name: 'rsi_reversion',
  summary: 'Long while the relative strength index was last oversold, out (or short) once it is overbought.',
  parameters: {
    period: barsRule(14, 'Bars of the index.', 2),
    oversold: { type: 'number', default: 30, minimum: 0, maximum: 100, summary: 'Buy below this value.' },
    overbought: { type: 'number', default: 70, minimum: 0, maximum: 100, summary: 'Sell above this value.' },
  },
  defaultGrid: { period: [7, 14, 21], oversold: [20, 25, 30, 35], overbought: [65, 70, 75, 80] },
  check: ({ oversold, overbought }) =>
    oversold < overbought ? undefined : `oversold (${oversold}) must be below overbought (${overbought})`,
  // The index starts at bar `period`; like every rule, this one waits until the value before is known too.
  warmup: ({ period }) => period + 1,
  settledAfter: ({ period }) => runWarmup(relativeStrengthIndexIndicator, { period }) + 1,
  signals(candles, { period, oversold, overbought }, indicators) {
    const strength = indicators.getOwned(`rsi:close:${period}`, candles.length, (into) =>
      relativeStrengthIndex(candles.close, period, into),
    );
    const signals = new Uint8Array(candles.length);
    for (let bar = period + 1; bar < candles.length; bar++) {
      if (strength[bar] < oversold) signals[bar] = ENTER_LONG | EXIT_SHORT;
      else if (strength[bar] > overbought) signals[bar] = EXIT_LONG | ENTER_SHORT;
    }
    return signals;
  },
};
