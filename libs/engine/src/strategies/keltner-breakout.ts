import { keltnerChannelIndicator, keltnerChannelLookback } from '../indicators/keltner-channel';
import { runWarmup } from '../indicators/run-warmup';
import { bandBreakoutSignals } from './band-signals';
import { averageRange, emaOfClose } from '../indicators/memoised-columns';
import { type Strategy } from '../backtest/strategy';

export const keltnerBreakout: Strategy<'ema' | 'atr' | 'multiplier'> = {
  name: 'keltner_breakout',
  summary: 'Long on a close above the Keltner channel, out on one below its middle.',
  parameters: keltnerChannelIndicator.parameters,
  defaultGrid: { ema: [10, 20, 50, 100], atr: [10, 20], multiplier: [1, 1.5, 2, 3] },
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ ema, atr }) => keltnerChannelLookback(ema, atr) + 1,
  settledAfter: (parameters) => runWarmup(keltnerChannelIndicator, parameters) + 1,
  signals(candles, { ema, atr, multiplier }, indicators) {
    const middle = emaOfClose(candles, ema, indicators);
    const width = averageRange(candles, atr, indicators);
    const from = keltnerChannelLookback(ema, atr) + 1;
    return bandBreakoutSignals(candles.close, { middle, width, factor: multiplier }, from);
  },
};
