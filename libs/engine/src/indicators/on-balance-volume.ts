import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';

const ON_BALANCE_VOLUME_LOOKBACK = 0;

/**
 * Volume so far, that of bars with a lower close than the bar before taken off instead of added. The first bar counts as
 * it is (TA-Lib's convention), so only differences mean something.
 */
function onBalanceVolume({ close, volume, length }: CandleColumns, into?: Float64Array): Float64Array {
  const balances = lentColumn(length, into);
  if (length === 0) return balances;
  let balance = volume[0];
  balances[0] = balance;
  for (let bar = 1; bar < length; bar++) {
    if (close[bar] > close[bar - 1]) balance += volume[bar];
    else if (close[bar] < close[bar - 1]) balance -= volume[bar];
    balances[bar] = balance;
  }
  return balances;
}

class IncrementalOnBalanceVolume implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private before = -Infinity;
  private balance = 0;

  update({ close, volume }: Bar): void {
    if (close > this.before) this.balance += volume;
    else if (close < this.before) this.balance -= volume;
    this.before = close;
    this.values[0] = this.balance;
  }
}

export const onBalanceVolumeIndicator: CandleIndicator<never> = {
  name: 'obv',
  summary: 'On-balance volume: volume of rising bars minus volume of falling bars since the first bar.',
  parameters: {},
  input: 'candles',
  outputs: ['obv'],
  lookback: () => ON_BALANCE_VOLUME_LOOKBACK,
  warmup: () => null,
  compute: (candles, _parameters, into) => [onBalanceVolume(candles, into?.[0])],
  start: () => new IncrementalOnBalanceVolume(),
};
