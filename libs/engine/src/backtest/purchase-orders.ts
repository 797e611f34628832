import { type CandleColumns } from '../market/candle-columns';
import type { OrderBook, Purchases } from './order-strategy';
import { type Account } from './account';
import { type Lot } from './lots';
import { affordableQuantity, floorToLot } from './entry-quantity';
import { type Execution } from './execution';

/** Market orders, each of a fixed amount of cash, decided every so many closes from the first bar on. */
export class PurchaseOrders implements OrderBook {
  readonly lots: Lot[] = [];

  constructor(
    private readonly account: Account,
    private readonly candles: CandleColumns,
    private readonly plan: Purchases,
    private readonly execution: Execution,
    private readonly firstBar: number,
    private readonly barMilliseconds: number,
  ) {}

  fillWithin(bar: number): void {
    if (this.execution.fill === 'next_open' && this.isDecidedAt(bar - 1)) {
      this.buy(bar, this.candles.open[bar], this.candles.openTime[bar]);
    }
  }

  fillAtClose(bar: number): void {
    if (this.execution.fill === 'close' && this.isDecidedAt(bar)) {
      this.buy(bar, this.candles.close[bar], this.candles.openTime[bar] + this.barMilliseconds);
    }
  }

  private isDecidedAt(bar: number): boolean {
    return (bar - this.firstBar) % this.plan.everyBars === 0;
  }

  private buy(index: number, referencePrice: number, time: number): void {
    const { slippageRate, takerFeeRate: feeRate, lotSize } = this.execution;
    const price = referencePrice * (1 + slippageRate);
    const { cash } = this.plan;
    const quantity =
      cash > this.account.cash ? 0 : floorToLot(affordableQuantity(cash, price, feeRate, 1), lotSize);
    if (quantity === 0) this.account.unaffordableEntries++;
    else this.lots.push(this.account.open(1, quantity, { referencePrice, price, feeRate, index, time }));
  }
}
