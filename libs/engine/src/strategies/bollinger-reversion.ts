import { bollingerBandsIndicator, bollingerBandsLookback } from '../indicators/bollinger-bands';
import { bandReversionSignals } from './band-signals';
import { deviationOfClose, smaOfClose } from '../indicators/memoised-columns';
import { type Strategy } from '../backtest/strategy';

export const bollingerReversion: Strategy<'period' | 'std'> = {
  name: 'bollinger_reversion',
  summary: 'Long on a close below the lower Bollinger band, out on one at the middle or above.',
  parameters: bollingerBandsIndicator.parameters,
  defaultGrid: { period: [10, 20, 30, 50], std: [1.5, 2, 2.5, 3] },
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ period }) => bollingerBandsLookback(period) + 1,
  signals(candles, { period, std }, indicators) {
    const middle = smaOfClose(candles, period, indicators);
    const width = deviationOfClose(candles, period, indicators);
    return bandReversionSignals(candles.close, { middle, width, factor: std }, period);
  },
};
