import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { moneyFlowVolume } from './accumulation-distribution';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { IncrementalRollingSum, rollingSum } from './rolling-sum';

function chaikinMoneyFlowLookback(period: number): number {
  return period - 1;
}

/** Share of money flow volume in all volume of the last `period` bars; NaN before index `period - 1` and without volume. */
function chaikinMoneyFlow(
  { high, low, close, volume, length }: CandleColumns,
  period: number,
  into?: Float64Array,
): Float64Array {
  const flows = lentColumn(length, into);
  for (let bar = 0; bar < length; bar++)
    flows[bar] = moneyFlowVolume(high[bar], low[bar], close[bar], volume[bar]);
  const shares = rollingSum(flows, period, 0, flows);
  const volumes = rollingSum(volume, period);
  for (let bar = 0; bar < length; bar++) shares[bar] /= volumes[bar];
  return shares;
}

class IncrementalChaikinMoneyFlow implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly flow: IncrementalRollingSum;
  private readonly volume: IncrementalRollingSum;

  constructor(period: number) {
    this.flow = new IncrementalRollingSum(period);
    this.volume = new IncrementalRollingSum(period);
  }

  update({ high, low, close, volume }: Bar): void {
    this.flow.update(moneyFlowVolume(high, low, close, volume));
    this.volume.update(volume);
    this.values[0] = this.flow.values[0] / this.volume.values[0];
  }
}

export const chaikinMoneyFlowIndicator: CandleIndicator<'period'> = {
  name: 'cmf',
  summary: "Chaikin's money flow: the volume of the last bars by the position of their closes, -1 to 1.",
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'candles',
  outputs: ['cmf'],
  lookback: ({ period }) => chaikinMoneyFlowLookback(period),
  warmup: ({ period }) => chaikinMoneyFlowLookback(period),
  compute: (candles, { period }, into) => [chaikinMoneyFlow(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalChaikinMoneyFlow(period),
};
