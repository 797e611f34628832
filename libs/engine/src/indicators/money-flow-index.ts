import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { IncrementalRollingSum, rollingSum } from './rolling-sum';
import { typicalPrice, typicalPriceOf } from './typical-price';

function moneyFlowIndexLookback(period: number): number {
  return period;
}

/**
 * Share, in percent, of the money (typical price × volume) of the last `period` bars that flowed on a rise of the
 * typical price, of all that flowed on a rise or a fall; NaN before index `period`, 0 where nothing flowed.
 *
 * Source: Gene Quong and Avrum Soudack, Technical Analysis of Stocks & Commodities, March 1989.
 */
function moneyFlowIndex(candles: CandleColumns, period: number): Float64Array {
  const prices = typicalPrice(candles);
  const rising = new Float64Array(candles.length);
  const moving = new Float64Array(candles.length);
  for (let bar = 1; bar < candles.length; bar++) {
    const change = prices[bar] - prices[bar - 1];
    if (change === 0) continue;
    const flow = prices[bar] * candles.volume[bar];
    moving[bar] = flow;
    if (change > 0) rising[bar] = flow;
  }
  const shares = rollingSum(rising, period, 1, rising);
  const flows = rollingSum(moving, period, 1, moving);
  for (let bar = period; bar < candles.length; bar++) {
    shares[bar] = percentOf(shares[bar], flows[bar]);
  }
  return shares;
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
  compute: (candles, { period }) => [moneyFlowIndex(candles, period)],
  start: ({ period }) => new IncrementalMoneyFlowIndex(period),
};
