import { CandleColumns } from '../market/candle-columns';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../strategies/strategy';
import { entryQuantity } from './entry-quantity';
import { Execution } from './execution';
import { ExitReason, Trade } from './trade';

/**
 * Cash, one position at most, and the trades made. Equity is `cash + quantity × close`, with a negative quantity for a
 * short: its proceeds are cash, and are not invested again.
 */
export class Account {
  cash: number;
  quantity = 0;
  /** The signal bits that mean something in the present position. */
  actionable: number;
  bankrupt = false;

  readonly trades: Trade[] = [];
  /** Bars in which a position was held. */
  heldBars = 0;
  /** Value of all fills. */
  tradedValue = 0;
  fees = 0;
  slippage = 0;
  /** Entries not made because the cash did not buy one lot. */
  unaffordableEntries = 0;
  /** Entries not made because the same bar also said to leave that side or to take the other. */
  contradictoryEntries = 0;
  /** What a bankrupt account would still have owed. */
  unpaidLoss = 0;

  private readonly actionableFlat: number;
  private readonly actionableLong: number;
  private entryIndex = 0;
  private entryPrice = 0;
  private entryFee = 0;
  private entrySlippage = 0;
  private cashBeforeEntry = 0;

  constructor(
    private readonly candles: CandleColumns,
    private readonly barMilliseconds: number,
    private readonly execution: Execution,
  ) {
    this.cash = execution.initialCapital;
    this.actionableFlat = execution.allowShort ? ENTER_LONG | ENTER_SHORT : ENTER_LONG;
    this.actionableLong = execution.allowShort ? EXIT_LONG | ENTER_SHORT : EXIT_LONG;
    this.actionable = this.actionableFlat;
  }

  /** Market orders of the bar before, filled at this bar's open: exits first, so that a reversal is sized on what they left. */
  fillAtOpen(orders: number, index: number): void {
    const open = this.candles.open[index];
    const side = this.entrySide(orders);
    if (this.quantity > 0 && ((orders & EXIT_LONG) !== 0 || side === -1)) this.exit(open, index, 'signal');
    else if (this.quantity < 0 && ((orders & EXIT_SHORT) !== 0 || side === 1))
      this.exit(open, index, 'signal');
    if (this.quantity === 0 && side !== 0 && !this.bankrupt) this.enter(side, open, index);
  }

  /** Closes the position at the bar's close, at once and at the cost of any market order. */
  closeOut(index: number, reason: 'end_of_data' | 'bankruptcy'): void {
    if (this.quantity !== 0) this.exit(this.candles.close[index], index, reason);
  }

  /** The side to take: 1 long, -1 short, 0 none. A bar that wants a side and its contrary wants nothing. */
  private entrySide(orders: number): 1 | -1 | 0 {
    const long = (orders & ENTER_LONG) !== 0;
    const short = this.execution.allowShort && (orders & ENTER_SHORT) !== 0;
    if (!long && !short) return 0;
    if ((long && short) || (orders & (long ? EXIT_LONG : EXIT_SHORT)) !== 0) {
      this.contradictoryEntries++;
      return 0;
    }
    return long ? 1 : -1;
  }

  private enter(side: 1 | -1, price: number, index: number): void {
    const { takerFeeRate, slippageRate, lotSize } = this.execution;
    const fillPrice = price * (1 + side * slippageRate);
    const quantity = entryQuantity(this.cash, fillPrice, takerFeeRate, lotSize);
    if (quantity === 0) {
      this.unaffordableEntries++;
      return;
    }
    const value = quantity * fillPrice;
    this.entryIndex = index;
    this.entryPrice = fillPrice;
    this.entryFee = value * takerFeeRate;
    this.entrySlippage = quantity * Math.abs(fillPrice - price);
    this.cashBeforeEntry = this.cash;
    this.tradedValue += value;
    this.quantity = side * quantity;
    this.cash -= side * value + this.entryFee;
    this.actionable = side === 1 ? this.actionableLong : EXIT_SHORT | ENTER_LONG;
  }

  private exit(price: number, index: number, exitReason: ExitReason): void {
    const { takerFeeRate, slippageRate } = this.execution;
    const side = this.quantity > 0 ? 1 : -1;
    const quantity = Math.abs(this.quantity);
    const exitPrice = price * (1 - side * slippageRate);
    const value = quantity * exitPrice;
    const fees = this.entryFee + value * takerFeeRate;
    const slippage = this.entrySlippage + quantity * Math.abs(exitPrice - price);
    let pnl = this.quantity * (exitPrice - this.entryPrice) - fees;

    // Cash follows the trade's own result, so that the trades' sum is the account's.
    this.cash = this.cashBeforeEntry + pnl;
    if (this.cash <= 0) {
      this.bankrupt = true;
      this.unpaidLoss = -this.cash;
      this.cash = 0;
      pnl = -this.cashBeforeEntry;
    }
    const atOpen = exitReason === 'signal';
    this.heldBars += index - this.entryIndex + (atOpen ? 0 : 1);
    this.tradedValue += value;
    this.fees += fees;
    this.slippage += slippage;
    this.trades.push({
      entryTime: this.candles.openTime[this.entryIndex],
      exitTime: this.candles.openTime[index] + (atOpen ? 0 : this.barMilliseconds),
      side: side === 1 ? 'long' : 'short',
      quantity,
      entryPrice: this.entryPrice,
      exitPrice,
      fees,
      slippage,
      pnl,
      return: pnl / (quantity * this.entryPrice),
      exitReason,
      entryIndex: this.entryIndex,
      exitIndex: index,
    });
    this.quantity = 0;
    this.actionable = this.actionableFlat;
  }
}
