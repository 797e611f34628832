import { type CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { IncrementalPositionInRange, positionsInRange } from './position-in-range';

const LOWEST_POSITION = -100;

function williamsPercentRangeLookback(period: number): number {
  return period - 1;
}

export const williamsPercentRangeIndicator: CandleIndicator<'period'> = {
  name: 'williams_r',
  summary: 'Williams %R: the position of the close in the range of the last bars, -100 to 0.',
  parameters: { period: barsRule(14, 'Bars of the range.') },
  input: 'candles',
  outputs: ['williams_r'],
  lookback: ({ period }) => williamsPercentRangeLookback(period),
  warmup: ({ period }) => williamsPercentRangeLookback(period),
  compute: (candles, { period }, into) => [positionsInRange(candles, period, LOWEST_POSITION, into?.[0])],
  start: ({ period }) => new IncrementalPositionInRange(period, LOWEST_POSITION),
};
