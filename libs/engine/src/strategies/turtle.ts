import { averageTrueRangeIndicator, averageTrueRangeLookback } from '../indicators/average-true-range';
import { barsRule, factorRule } from '../indicators/parameter-rule';
import { donchianBreakout } from './donchian-breakout';
import { averageRange } from '../indicators/memoised-columns';
import { runWarmup } from '../indicators/run-warmup';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

/**
 * The breakout of channels with a stop. The stop is judged at closes and hangs on the breakout's own close, so it is part
 * of the signal and needs no position; a stop within the bar is the execution's `stop_loss`.
 *
 * Source: Curtis Faith, The Original Turtle Trading Rules (2003), System 1 without its filter and its pyramiding.
 */
export const turtle: Strategy<'entry' | 'exit' | 'atr' | 'stop_atr'> = {
  name: 'turtle',
  summary:
    'Follows breakouts of the entry channel, out on a break of the exit channel or on a close some average true ranges against the entry.',
  parameters: {
    ...donchianBreakout.parameters,
    atr: barsRule(20, 'Bars of the average true range.'),
    stop_atr: factorRule(2, 'Distance of the stop from the close that broke out, in average true ranges.'),
  },
  defaultGrid: { entry: [20, 40, 55], exit: [10, 20], atr: [20], stop_atr: [1.5, 2, 3, 4] },
  warmup,
  settledAfter: (parameters) =>
    Math.max(warmup(parameters), runWarmup(averageTrueRangeIndicator, { period: parameters.atr }) + 1),
  signals(candles, parameters, indicators) {
    const { atr, stop_atr: rangesToStop } = parameters;
    const range = averageRange(candles, atr, indicators);
    const first = warmup(parameters);
    const signals = donchianBreakout.signals(candles, parameters, indicators).fill(0, 0, first);
    // NaN while there is no breakout: no close is beyond that.
    let longStop = NaN;
    let shortStop = NaN;
    for (let bar = first; bar < candles.length; bar++) {
      const close = candles.close[bar];
      let signal = signals[bar];
      if (close <= longStop) signal |= EXIT_LONG;
      if (close >= shortStop) signal |= EXIT_SHORT;
      if ((signal & EXIT_LONG) !== 0) longStop = NaN;
      else if ((signal & ENTER_LONG) !== 0 && Number.isNaN(longStop)) {
        longStop = close - rangesToStop * range[bar];
      }
      if ((signal & EXIT_SHORT) !== 0) shortStop = NaN;
      else if ((signal & ENTER_SHORT) !== 0 && Number.isNaN(shortStop)) {
        shortStop = close + rangesToStop * range[bar];
      }
      signals[bar] = signal;
    }
    return signals;
  },
};

function warmup({ entry, exit, atr }: Readonly<Record<'entry' | 'exit' | 'atr', number>>): number {
  return Math.max(entry, exit, averageTrueRangeLookback(atr) + 1);
}
