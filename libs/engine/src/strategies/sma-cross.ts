import { simpleMovingAverage } from '../indicators/simple-moving-average';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, Strategy } from './strategy';

export const smaCross: Strategy<'fast' | 'slow'> = {
  name: 'sma_cross',
  summary:
    'Long when the fast simple moving average crosses above the slow one, out (or short) when it crosses below.',
  parameters: {
    fast: { type: 'integer', default: 10, minimum: 1, maximum: 1_999, summary: 'Bars in the fast average.' },
    slow: { type: 'integer', default: 30, minimum: 2, maximum: 2_000, summary: 'Bars in the slow average.' },
  },
  defaultGrid: { fast: [5, 10, 15, 20, 30], slow: [30, 50, 100, 150, 200] },
  check: ({ fast, slow }) => (fast < slow ? undefined : `fast (${fast}) must be below slow (${slow})`),
  // The slow average starts at bar slow-1, and a cross needs one value before it.
  warmup: ({ slow }) => slow,
  signals(candles, { fast, slow }) {
    const fastAverage = simpleMovingAverage(candles.close, fast);
    const slowAverage = simpleMovingAverage(candles.close, slow);
    const signals = new Uint8Array(candles.length);
    let before = fastAverage[slow - 1] - slowAverage[slow - 1];
    for (let bar = slow; bar < candles.length; bar++) {
      const now = fastAverage[bar] - slowAverage[bar];
      if (before <= 0 && now > 0) signals[bar] = ENTER_LONG | EXIT_SHORT;
      else if (before >= 0 && now < 0) signals[bar] = EXIT_LONG | ENTER_SHORT;
      before = now;
    }
    return signals;
  },
};
