import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type IncrementalIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { IncrementalRollingHighest, IncrementalRollingLowest, sweepTails } from './rolling-extremes';

/**
 * Where the close lies in the range of the last `period` bars, from `lowestPosition` to 100 above it; NaN before index
 * `period - 1`, 0 where the range is nothing (TA-Lib's convention).
 *
 * The extremes are found as rollingHighest finds them, but never become columns: memory costs more than arithmetic.
 */
export function positionsInRange(
  candles: CandleColumns,
  period: number,
  lowestPosition: number,
  into?: Float64Array,
): Float64Array {
  const positions = lentColumn(candles.length, into);
  positionsByBlock(candles, period, lowestPosition, positions);
  return positions.fill(NaN, 0, period - 1);
}

function positionsByBlock(
  candles: CandleColumns,
  period: number,
  lowestPosition: number,
  positions: Float64Array,
): void {
  const { high, low, length } = candles;
  const highestTails = new Float64Array(period + 1).fill(-Infinity);
  const lowestTails = new Float64Array(period + 1).fill(Infinity);
  for (let start = 0; start < length; start += period) {
    const inBlock = Math.min(period, length - start);
    writePositions(candles, start, inBlock, lowestPosition, highestTails, lowestTails, positions);
    sweepTails(high, start, inBlock, 1, highestTails);
    sweepTails(low, start, inBlock, -1, lowestTails);
  }
}

function writePositions(
  { high, low, close }: CandleColumns,
  start: number,
  inBlock: number,
  lowestPosition: number,
  highestTails: Float64Array,
  lowestTails: Float64Array,
  positions: Float64Array,
): void {
  let highest = -Infinity;
  let lowest = Infinity;
  for (let index = 0; index < inBlock; index++) {
    const bar = start + index;
    if (high[bar] > highest) highest = high[bar];
    if (low[bar] < lowest) lowest = low[bar];
    const top = highestTails[index + 1];
    const bottom = lowestTails[index + 1];
    positions[bar] = positionOf(
      close[bar],
      bottom < lowest ? bottom : lowest,
      top > highest ? top : highest,
      lowestPosition,
    );
  }
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
