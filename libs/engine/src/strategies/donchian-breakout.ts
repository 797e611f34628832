import { barsRule } from '../indicators/parameter-rule';
import { highestHigh, lowestLow } from '../indicators/memoised-columns';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const donchianBreakout: Strategy<'entry' | 'exit'> = {
  name: 'donchian_breakout',
  summary:
    'Long on a close above the highest high of the bars before it, out on a close below their lowest low.',
  parameters: {
    entry: barsRule(20, 'Bars of the entry channel.'),
    exit: barsRule(10, 'Bars of the exit channel.'),
  },
  defaultGrid: { entry: [10, 20, 40, 55, 100], exit: [5, 10, 20, 50] },
  warmup: ({ entry, exit }) => Math.max(entry, exit),
  signals(candles, { entry, exit }, indicators) {
    const entryHigh = highestHigh(candles, entry, indicators);
    const entryLow = lowestLow(candles, entry, indicators);
    const exitHigh = highestHigh(candles, exit, indicators);
    const exitLow = lowestLow(candles, exit, indicators);
    const signals = new Uint8Array(candles.length);
    for (let bar = Math.max(entry, exit); bar < candles.length; bar++) {
      const close = candles.close[bar];
      // The channels end with the bar before: a close can never break a channel that holds its own high.
      let signal = 0;
      if (close > entryHigh[bar - 1]) signal |= ENTER_LONG;
      if (close < exitLow[bar - 1]) signal |= EXIT_LONG;
      if (close < entryLow[bar - 1]) signal |= ENTER_SHORT;
      if (close > exitHigh[bar - 1]) signal |= EXIT_SHORT;
      signals[bar] = signal;
    }
    return signals;
  },
};
