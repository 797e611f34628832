import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { findExtremes, HIGHEST, LOWEST } from './kernels/extremes-in-stretches';
import { kernels, Region } from './kernels/simd-kernels';
import { IncrementalRollingHighest, IncrementalRollingLowest } from './rolling-extremes';

const CLOSES = new Region(6);
const POSITIONS = new Region(7);

/**
 * Where the close lies in the range of the last `period` bars, from `lowestPosition` to 100 above it; NaN before index
 * `period - 1`, 0 where the range is nothing (TA-Lib's convention).
 */
export function positionsInRange(
  { high, low, close, length }: CandleColumns,
  period: number,
  lowestPosition: number,
  into?: Float64Array,
): Float64Array {
  const positions = lentColumn(length, into);
  const columns = [[high, HIGHEST] as const, [low, LOWEST] as const];
  findExtremes(columns, period, (start, end) => {
    CLOSES.read(close, start, end);
    kernels.position(
      CLOSES.address,
      LOWEST.found.address,
      HIGHEST.found.address,
      POSITIONS.address,
      CLOSES.address + (end - start) * close.BYTES_PER_ELEMENT,
      lowestPosition,
    );
    POSITIONS.write(positions, start, end);
  });
  return positions.fill(NaN, 0, period - 1);
}

/** The same, bar by bar. */
export class IncrementalPositionInRange implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly highest: IncrementalRollingHighest;
  private readonly lowest: IncrementalRollingLowest;

  constructor(
    period: number,
    private readonly lowestPosition: number,
  ) {
    this.highest = new IncrementalRollingHighest(period);
    this.lowest = new IncrementalRollingLowest(period);
  }

  update({ high, low, close }: Bar): void {
    this.highest.update(high);
    this.lowest.update(low);
    this.values[0] = positionOf(close, this.lowest.values[0], this.highest.values[0], this.lowestPosition);
  }
}

function positionOf(close: number, lowest: number, highest: number, lowestPosition: number): number {
  const range = highest - lowest;
  return range === 0 ? 0 : (100 * (close - lowest)) / range + lowestPosition;
}
