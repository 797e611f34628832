import {
  macdIndicator,
  macdLine,
  macdLookback,
  macdSignal,
} from '../indicators/moving-average-convergence-divergence';
import { runWarmup } from '../indicators/run-warmup';
import { crossSignals } from './cross-signals';
import { type Strategy } from '../backtest/strategy';

const { fast, slow, signal } = macdIndicator.parameters;

export const macd: Strategy<'fast' | 'slow' | 'signal'> = {
  name: 'macd',
  summary: 'Long when the MACD crosses above its signal line, out (or short) when it crosses below.',
  parameters: { fast, slow, signal },
  defaultGrid: { fast: [8, 12, 16], slow: [21, 26, 35], signal: [5, 9, 12] },
  check: (parameters) => macdIndicator.check?.(parameters),
  // A cross needs one value before it.
  warmup: (parameters) => macdLookback(parameters.slow, parameters.signal) + 1,
  settledAfter: (parameters) => runWarmup(macdIndicator, parameters) + 1,
  signals({ close, length }, parameters, indicators) {
    const key = `macd:close:${parameters.fast}:${parameters.slow}`;
    const line = indicators.getOwned(key, length, (into) =>
      macdLine(close, parameters.fast, parameters.slow, into),
    );
    const signalLine = indicators.getOwned(`${key}:signal:${parameters.signal}`, length, (into) =>
      macdSignal(line, parameters.slow, parameters.signal, into),
    );
    return crossSignals(line, signalLine, macdLookback(parameters.slow, parameters.signal) + 1);
  },
};
