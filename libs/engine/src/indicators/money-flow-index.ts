import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { IncrementalRollingSum, sumTails } from './rolling-sum';
import { typicalPriceOf } from './typical-price';

function moneyFlowIndexLookback(period: number): number {
  return period;
}

/**
 * Share, in percent, of the money (typical price × volume) of the last `period` bars that flowed on a rise of the
 * typical price, of all that flowed on a rise or a fall; NaN before index `period`, 0 where nothing flowed.
 *
 * Source: Gene Quong and Avrum Soudack, Technical Analysis of Stocks & Commodities, March 1989.
 */
function moneyFlowIndex(candles: CandleColumns, period: number, into?: Float64Array): Float64Array {
  const shares = lentColumn(candles.length, into);
  shareByBlock(candles, period, shares);
  return shares.fill(NaN, 0, moneyFlowIndexLookback(period));
}

function shareByBlock(candles: CandleColumns, period: number, shares: Float64Array): void {
  const { length } = candles;
  // As in rollingSum: flows of this block, and from there on the sums of the tails of the block before.
  const rising = new Float64Array(period + 1);
  const moving = new Float64Array(period + 1);
  for (let start = 1; start < length; start += period) {
    const inBlock = Math.min(period, length - start);
    shareWindows(candles, start, inBlock, rising, moving, shares);
    sumTails(rising, inBlock);
    sumTails(moving, inBlock);
  }
}

function shareWindows(
  { high, low, close, volume }: CandleColumns,
  start: number,
  inBlock: number,
  rising: Float64Array,
  moving: Float64Array,
  shares: Float64Array,
): void {
  let before = (high[start - 1] + low[start - 1] + close[start - 1]) / 3;
  let risen = 0;
  let moved = 0;
  for (let index = 0; index < inBlock; index++) {
    const bar = start + index;
    const price = (high[bar] + low[bar] + close[bar]) / 3;
    const flow = price === before ? 0 : price * volume[bar];
    const rise = price > before ? flow : 0;
    before = price;
    rising[index] = rise;
    moving[index] = flow;
    risen += rise;
    moved += flow;
    shares[bar] = percentOf(rising[index + 1] + risen, moving[index + 1] + moved);
  }
}

class IncrementalMoneyFlowIndex implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly rising: IncrementalRollingSum;
  private readonly moving: IncrementalRollingSum;
  private before = NaN;

  constructor(period: number) {
    this.rising = new IncrementalRollingSum(period);
    this.moving = new IncrementalRollingSum(period);
  }

  update(bar: Bar): void {
    const price = typicalPriceOf(bar);
    const change = price - this.before;
    this.before = price;
    // The first bar has changed from nothing.
    if (Number.isNaN(change)) return;
    const flow = price * bar.volume;
    this.rising.update(change > 0 ? flow : 0);
    this.moving.update(change === 0 ? 0 : flow);
    this.values[0] = percentOf(this.rising.values[0], this.moving.values[0]);
  }
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

export const moneyFlowIndexIndicator: CandleIndicator<'period'> = {
  name: 'mfi',
  summary: 'Money flow index: the share of money that flowed on rising prices, 0 to 100.',
  parameters: { period: barsRule(14, 'Bars in the window.') },
  input: 'candles',
  outputs: ['mfi'],
  lookback: ({ period }) => moneyFlowIndexLookback(period),
  warmup: ({ period }) => moneyFlowIndexLookback(period),
  compute: (candles, { period }, into) => [moneyFlowIndex(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalMoneyFlowIndex(period),
};
