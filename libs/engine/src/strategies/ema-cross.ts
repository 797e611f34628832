import { exponentialMovingAverageIndicator } from '../indicators/exponential-moving-average';
import { barsRule } from '../indicators/parameter-rule';
import { crossSignals } from './cross-signals';
import { emaOfClose } from '../indicators/memoised-columns';
import { runWarmup } from '../indicators/run-warmup';
import { type Strategy } from '../backtest/strategy';

export const emaCross: Strategy<'fast' | 'slow'> = {
  name: 'ema_cross',
  summary:
    'Long when the fast exponential moving average crosses above the slow one, out (or short) when it crosses below.',
  parameters: {
    fast: { ...barsRule(12, 'Bars of the fast average.'), maximum: 1_999 },
    slow: barsRule(26, 'Bars of the slow average.', 2),
  },
  defaultGrid: { fast: [5, 8, 12, 20, 30], slow: [26, 50, 100, 150, 200] },
  check: ({ fast, slow }) => (fast < slow ? undefined : `fast (${fast}) must be below slow (${slow})`),
  // The slow average starts at bar slow-1, and a cross needs one value before it.
  warmup: ({ slow }) => slow,
  settledAfter: ({ slow }) => runWarmup(exponentialMovingAverageIndicator, { period: slow }) + 1,
  signals: (candles, { fast, slow }, indicators) =>
    crossSignals(emaOfClose(candles, fast, indicators), emaOfClose(candles, slow, indicators), slow),
};
