import { bollingerBandsIndicator, bollingerBandsLookback } from '../indicators/bollinger-bands';
import { bandBreakoutSignals } from './band-signals';
import { deviationOfClose, smaOfClose } from '../indicators/memoised-columns';
import { type Strategy } from '../backtest/strategy';

export const bollingerBreakout: Strategy<'period' | 'std'> = {
  name: 'bollinger_breakout',
  summary: 'Long on a close above the upper Bollinger band, out on one below the middle.',
  parameters: bollingerBandsIndicator.parameters,
  defaultGrid: { period: [10, 20, 30, 50, 100], std: [1, 1.5, 2, 2.5] },
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ period }) => bollingerBandsLookback(period) + 1,
  signals(candles, { period, std }, indicators) {
    const middle = smaOfClose(candles, period, indicators);
    const width = deviationOfClose(candles, period, indicators);
    return bandBreakoutSignals(candles.close, { middle, width, factor: std }, period);
  },
};
