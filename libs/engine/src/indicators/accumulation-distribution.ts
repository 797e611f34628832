import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { inputs, overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';

const ACCUMULATION_DISTRIBUTION_LOOKBACK = 0;

/**
 * A bar's volume times the position of its close, -1 at the low to 1 at the high; 0 for a bar without a range (TA-Lib's
 * convention).
 */
export function moneyFlowVolume(high: number, low: number, close: number, volume: number): number {
  const range = high - low;
  return range > 0 ? ((close - low - (high - close)) / range) * volume : 0;
}

/** Money flow volume so far: only differences mean something. */
function accumulationDistribution(
  { high, low, close, volume, length }: CandleColumns,
  into?: Float64Array,
): Float64Array {
  const lines = lentColumn(length, into);
  const line = results[0];
  const read = [
    [inputs.values, high],
    [inputs.lows, low],
    [inputs.closes, close],
    [inputs.volumes, volume],
  ] as const;
  state[0] = 0;
  overColumns(0, length, read, [[line, lines]], (bytes) => {
    kernels.moneyFlows(bytes);
    state[0] = line.values[bytes / BYTES - 1];
  });
  return lines;
}

class IncrementalAccumulationDistribution implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private line = 0;

  update({ high, low, close, volume }: Bar): void {
    this.line += moneyFlowVolume(high, low, close, volume);
    this.values[0] = this.line;
  }
}

export const accumulationDistributionIndicator: CandleIndicator<never> = {
  name: 'ad',
  summary:
    "Chaikin's accumulation and distribution: volume by the position of the close since the first bar.",
  parameters: {},
  input: 'candles',
  outputs: ['ad'],
  lookback: () => ACCUMULATION_DISTRIBUTION_LOOKBACK,
  warmup: () => null,
  compute: (candles, _parameters, into) => [accumulationDistribution(candles, into?.[0])],
  start: () => new IncrementalAccumulationDistribution(),
};
