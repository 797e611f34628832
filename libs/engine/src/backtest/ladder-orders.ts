import { type CandleColumns } from '../market/candle-columns';
import type { Ladder, OrderBook } from './order-strategy';
import { type Account, type Fill } from './account';
import { type Lot } from './lots';
import { affordableQuantity, floorToLot } from './entry-quantity';
import { type Execution } from './execution';

/** Equal shares of the capital add up to it but for rounding, which must not keep the last rung from its own. */
const AFFORDABLE_ROUNDING = 1 + 1e-12;

/**
 * The orders of a ladder. A rung at or below the last close buys with a limit order: at its price or a lower open, with the
 * maker fee and no slippage. A rung above it buys with a stop order when the price comes up to it: at its price or a higher
 * open, with the taker fee and slippage, and not at all where the bar opens at or above the rung's sale. Sales are limit
 * orders. Buys come before sells, the highest first, and a rung trades once a bar: what a stop order bought on the way up a
 * later rise sells for certain; what a limit order bought is sold in the same bar only when this closes at or above the
 * sale, for only then is it sure that the sale came after the purchase.
 */
export class LadderOrders implements OrderBook {
  private readonly held: (Lot | null)[];
  /** Of the limit orders, which know their price; a stop order is sized when it fills. */
  private readonly quantities: readonly number[];
  private readonly share: number;
  private lastAmbiguous = -1;

  constructor(
    private readonly account: Account,
    private readonly candles: CandleColumns,
    private readonly ladder: Ladder,
    private readonly execution: Execution,
  ) {
    const { buyAt } = ladder;
    this.share = execution.initialCapital / buyAt.length;
    this.held = Array<null>(buyAt.length).fill(null);
    this.quantities = Array.from(buyAt, (price) => this.quantityAt(price, execution.makerFeeRate));
  }

  get lots(): readonly Lot[] {
    return this.held.filter((lot) => lot !== null);
  }

  fillWithin(bar: number): void {
    const { open, high, low, close } = this.candles;
    const { buyAt, sellAt } = this.ladder;
    const before = close[bar - 1];
    for (let rung = buyAt.length - 1; rung >= 0; rung--) {
      if (this.held[rung] !== null) continue;
      if (before >= buyAt[rung]) {
        if (low[bar] <= buyAt[rung]) this.buyAtLimit(rung, bar);
      } else if (high[bar] >= buyAt[rung] && open[bar] < sellAt[rung]) this.buyAtStop(rung, bar);
    }
    for (let rung = buyAt.length - 1; rung >= 0; rung--) {
      const lot = this.held[rung];
      if (lot === null || high[bar] < sellAt[rung]) continue;
      if (lot.entryIndex !== bar) this.sell(rung, lot, bar, Math.max(sellAt[rung], open[bar]));
      else if (before < buyAt[rung] || close[bar] >= sellAt[rung]) this.sell(rung, lot, bar, sellAt[rung]);
      // An open above the sale explains the high; only a rise to it within the bar may have come after the purchase.
      else if (open[bar] < sellAt[rung]) this.ambiguousBar(bar);
    }
  }

  /** Limit orders know no close. */
  fillAtClose(): void {}

  private buyAtLimit(rung: number, bar: number): void {
    const price = Math.min(this.ladder.buyAt[rung], this.candles.open[bar]);
    const { makerFeeRate } = this.execution;
    this.buy(rung, this.quantities[rung], this.fillAt(price, price, makerFeeRate, bar));
  }

  private buyAtStop(rung: number, bar: number): void {
    const referencePrice = Math.max(this.ladder.buyAt[rung], this.candles.open[bar]);
    const { takerFeeRate, slippageRate } = this.execution;
    const price = referencePrice * (1 + slippageRate);
    this.buy(
      rung,
      this.quantityAt(price, takerFeeRate),
      this.fillAt(referencePrice, price, takerFeeRate, bar),
    );
  }

  private buy(rung: number, quantity: number, fill: Fill): void {
    const cost = quantity * fill.price * (1 + fill.feeRate);
    if (quantity === 0 || cost > this.account.cash * AFFORDABLE_ROUNDING) this.account.unaffordableEntries++;
    else this.held[rung] = this.account.open(1, quantity, fill);
  }

  private sell(rung: number, lot: Lot, bar: number, price: number): void {
    this.account.close(lot, this.fillAt(price, price, this.execution.makerFeeRate, bar), 'take_profit');
    this.held[rung] = null;
  }

  /** What a rung buys at this price, fee included. */
  private quantityAt(price: number, feeRate: number): number {
    const { quantity } = this.ladder;
    const wanted = quantity > 0 ? quantity : affordableQuantity(this.share, price, feeRate, 1);
    return floorToLot(wanted, this.execution.lotSize);
  }

  private fillAt(referencePrice: number, price: number, feeRate: number, index: number): Fill {
    return { referencePrice, price, feeRate, index, time: this.candles.openTime[index] };
  }

  private ambiguousBar(bar: number): void {
    if (this.lastAmbiguous !== bar) this.account.ambiguousBars++;
    this.lastAmbiguous = bar;
  }
}
