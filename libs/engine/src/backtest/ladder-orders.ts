import { CandleColumns } from '../market/candle-columns';
import { Ladder } from '../strategies/order-strategy';
import { Account, Lot } from './account';
import { affordableQuantity, floorToLot } from './entry-quantity';
import { Execution } from './execution';
import { OrderBook } from './order-book';

/** Equal shares of the capital add up to it but for rounding, which must not keep the last rung from its own. */
const AFFORDABLE_ROUNDING = 1 + 1e-12;

/**
 * The limit orders of a ladder. A rung's order fills where the bar reaches its price, or at the open where the bar opens
 * beyond an order that waited there; with the maker fee and no slippage. Buys come before sells, the highest first, and a
 * rung trades once a bar: what a bar buys it sells again only when it closes at or above the sale, for only then is it
 * sure that the sale came after the purchase.
 */
export class LadderOrders implements OrderBook {
  private readonly held: (Lot | null)[];
  private readonly quantities: readonly number[];
  private lastAmbiguous = -1;

  constructor(
    private readonly account: Account,
    private readonly candles: CandleColumns,
    private readonly ladder: Ladder,
    private readonly execution: Execution,
  ) {
    const { buyAt, quantity } = ladder;
    const { initialCapital, makerFeeRate, lotSize } = execution;
    const share = initialCapital / buyAt.length;
    this.held = Array<null>(buyAt.length).fill(null);
    this.quantities = Array.from(buyAt, (price) =>
      floorToLot(quantity > 0 ? quantity : affordableQuantity(share, price, makerFeeRate, 1), lotSize),
    );
  }

  get lots(): readonly Lot[] {
    return this.held.filter((lot) => lot !== null);
  }

  fillWithin(bar: number): void {
    const { high, low, close } = this.candles;
    const { buyAt, sellAt } = this.ladder;
    const before = close[bar - 1];
    for (let rung = buyAt.length - 1; rung >= 0; rung--) {
      // Below the last close the order waited in the book; above it, it waits for the price to come up to it.
      const reached = low[bar] <= buyAt[rung] && (high[bar] >= buyAt[rung] || before >= buyAt[rung]);
      if (this.held[rung] === null && reached) this.buy(rung, bar, before >= buyAt[rung]);
    }
    for (let rung = buyAt.length - 1; rung >= 0; rung--) {
      const lot = this.held[rung];
      if (lot === null || high[bar] < sellAt[rung]) continue;
      if (lot.entryIndex !== bar) this.sell(rung, lot, bar, Math.max(sellAt[rung], this.candles.open[bar]));
      else if (close[bar] >= sellAt[rung]) this.sell(rung, lot, bar, sellAt[rung]);
      // An open above the sale explains the high; only a rise to it within the bar may have come after the purchase.
      else if (this.candles.open[bar] < sellAt[rung]) this.ambiguousBar(bar);
    }
  }

  /** Limit orders know no close. */
  fillAtClose(): void {}

  private buy(rung: number, bar: number, waited: boolean): void {
    const level = this.ladder.buyAt[rung];
    const price = waited ? Math.min(level, this.candles.open[bar]) : level;
    const quantity = this.quantities[rung];
    const { makerFeeRate: feeRate } = this.execution;
    if (quantity === 0 || quantity * price * (1 + feeRate) > this.account.cash * AFFORDABLE_ROUNDING) {
      this.account.unaffordableEntries++;
      return;
    }
    this.held[rung] = this.account.open(1, quantity, this.fillAt(price, feeRate, bar));
  }

  private sell(rung: number, lot: Lot, bar: number, price: number): void {
    this.account.close(lot, this.fillAt(price, this.execution.makerFeeRate, bar), 'take_profit');
    this.held[rung] = null;
  }

  private fillAt(price: number, feeRate: number, index: number) {
    return { aim: price, price, feeRate, index, time: this.candles.openTime[index] };
  }

  private ambiguousBar(bar: number): void {
    if (this.lastAmbiguous !== bar) this.account.ambiguousBars++;
    this.lastAmbiguous = bar;
  }
}
