import { ichimokuIndicator, ichimokuLookback } from '../indicators/ichimoku';
import { middleOfExtremes } from '../indicators/memoised-columns';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

export const ichimoku: Strategy<'conversion' | 'base' | 'span' | 'displacement'> = {
  name: 'ichimoku',
  summary:
    'Long on a close above the cloud while the conversion line is above the base line, out once it is below.',
  parameters: ichimokuIndicator.parameters,
  defaultGrid: { conversion: [7, 9, 12], base: [22, 26, 34], span: [44, 52, 68], displacement: [22, 26] },
  check: (parameters) => ichimokuIndicator.check?.(parameters),
  // Like every rule, this one waits until the value before is known too.
  warmup: ({ base, span, displacement }) => ichimokuLookback(base, span, displacement) + 1,
  signals(candles, { conversion, base, span, displacement }, indicators) {
    const conversionLine = middleOfExtremes(candles, conversion, indicators);
    const baseLine = middleOfExtremes(candles, base, indicators);
    const wide = middleOfExtremes(candles, span, indicators);
    const signals = new Uint8Array(candles.length);
    for (let bar = ichimokuLookback(base, span, displacement) + 1; bar < candles.length; bar++) {
      const drawn = bar - displacement;
      const spanA = (conversionLine[drawn] + baseLine[drawn]) / 2;
      const spanB = wide[drawn];
      const close = candles.close[bar];
      const lead = conversionLine[bar] - baseLine[bar];
      if (lead > 0) {
        signals[bar] = close > spanA && close > spanB ? ENTER_LONG | EXIT_SHORT : EXIT_SHORT;
      } else if (lead < 0) {
        signals[bar] = close < spanA && close < spanB ? ENTER_SHORT | EXIT_LONG : EXIT_LONG;
      }
    }
    return signals;
  },
};
