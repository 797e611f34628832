import { SeriesWalk, type WalkedSeries } from './series-walk';

export interface BarWalk extends WalkedSeries {
  /** Gets each bar's equity from `tradeFrom` on. */
  readonly equity: Float64Array;
}

/**
 * Walks the bars of one series with everything an execution can request, writes the equity at each close, and answers what
 * position rules decided at it.
 */
export function walkBars(walk: BarWalk): Uint32Array | null {
  const { candles, tradeFrom, trader, execution, equity } = walk;
  const { close, length } = candles;
  const { account } = trader;
  const series = new SeriesWalk(walk);
  const { atClose, decided } = series;
  for (let bar = tradeFrom; bar < length; bar++) {
    if (!atClose) {
      series.open(bar);
      const orders = series.actionableOrders;
      if (orders !== 0) trader.fillOrders(orders, trader.pointAt(bar));
    }
    series.protect(bar);
    series.close(bar);
    if (atClose) {
      const orders = series.actionableOrders;
      if (orders !== 0) trader.fillOrders(orders, trader.pointAt(bar));
    }
    const marked = account.cash + account.quantity * close[bar];
    if (marked <= account.ruin) {
      trader.closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      equity.fill(0, bar - tradeFrom);
      return decided;
    }
    equity[bar - tradeFrom] = bar === tradeFrom ? execution.initialCapital : marked;
  }
  trader.closeOut(length - 1, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return decided;
}
