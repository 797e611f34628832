import { barsRule } from '../indicators/parameter-rule';
import { crossSignals } from './cross-signals';
import { smaOfClose } from '../indicators/memoised-columns';
import { type Strategy } from '../backtest/strategy';

export const smaCross: Strategy<'fast' | 'slow'> = {
  name: 'sma_cross',
  summary:
    'Long when the fast simple moving average crosses above the slow one, out (or short) when it crosses below.',
  parameters: {
    fast: { ...barsRule(10, 'Bars in the fast average.'), maximum: 1_999 },
    slow: barsRule(30, 'Bars in the slow average.', 2),
  },
  defaultGrid: { fast: [5, 10, 15, 20, 30], slow: [30, 50, 100, 150, 200] },
  check: ({ fast, slow }) => (fast < slow ? undefined : `fast (${fast}) must be below slow (${slow})`),
  // The slow average starts at bar slow-1, and a cross needs one value before it.
  warmup: ({ slow }) => slow,
  signals: (candles, { fast, slow }, indicators) =>
    crossSignals(smaOfClose(candles, fast, indicators), smaOfClose(candles, slow, indicators), slow),
};
