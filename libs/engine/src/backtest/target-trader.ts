import { type CandleColumns } from '../market/candle-columns';
import { type ExitReason } from '../performance/trade';
import { type Account, type Fill } from './account';
import { type Lot } from './lots';
import { floorToLot } from './entry-quantity';
import { type Execution } from './execution';
import { type Protection } from './protection';
import { type TargetTrading } from './target-strategy';

/** A part of the equity that is rounding, and nothing to trade for. */
const DUST_SHARE = 1e-12;
/** A part of a bought quantity that is rounding, and no reason to say that it was made smaller. */
const ROUNDING = 1 + 1e-12;

export interface TargetTraderSetting extends TargetTrading {
  readonly barMilliseconds: number;
}

/**
 * Brings an account to a share of its equity. A position is one lot with the average price of its entries: what is sold of it
 * is a trade with that price, and stop-loss and take-profit are at their distances from it.
 */
export class TargetTrader {
  private lot: Lot | null = null;
  private decided = 0;
  private readonly atClose: boolean;

  constructor(
    private readonly account: Account,
    private readonly candles: CandleColumns,
    private readonly execution: Execution,
    private readonly setting: TargetTraderSetting,
    private readonly protection: Protection,
  ) {
    this.atClose = execution.fill === 'close';
  }

  /** Fills at a bar what the close before, or its own where fills are there, decided; NaN decides nothing new. */
  fill(target: number, index: number): void {
    const isNew = !Number.isNaN(target) && target !== this.decided;
    if (isNew) this.decided = target;
    else if (!this.setting.rebalance || this.isStopped) return;
    this.isStopped = false;
    const price = this.atClose ? this.candles.close[index] : this.candles.open[index];
    const held = this.account.quantity;
    const equity = this.account.cash + held * price;
    if (equity <= this.account.ruin) return;
    const { lotSize, allowShort } = this.execution;
    const share = allowShort ? this.decided : Math.max(0, this.decided);
    const isNear = Math.abs(share - (held * price) / equity) <= this.setting.threshold;
    if (share !== 0 && isNear && this.setting.threshold > 0) return;
    const wanted = Math.sign(share) * floorToLot((Math.abs(share) * equity) / price, lotSize);
    const change = this.affordable(wanted - held, price);
    if (Math.abs(change * price) > equity * DUST_SHARE) this.trade(change, price, index);
  }

  /** Ends the position within the bar where a protective level says so; nothing is traded then until the target is another one. */
  protectWithin(index: number): void {
    if (this.lot === null) return;
    const reason = this.protection.exitWithin(index);
    if (reason !== null) {
      if (this.protection.ambiguous) this.account.ambiguousBars++;
      // The open of the bar is the last moment known before it.
      this.close(this.lot, this.protection.referencePrice, index, reason, this.candles.openTime[index]);
      this.isStopped = true;
    }
    this.protection.follow(index);
  }

  closeOut(index: number, reason: 'end_of_data' | 'bankruptcy'): void {
    const time = this.candles.openTime[index] + this.setting.barMilliseconds;
    if (this.lot !== null) this.close(this.lot, this.candles.close[index], index, reason, time);
  }

  private isStopped = false;

  /** What of a purchase the cash pays for, with slippage and fee; a sale is whole. */
  private affordable(change: number, price: number): number {
    if (change <= 0) return change;
    const { slippageRate, takerFeeRate, lotSize } = this.execution;
    const most = Math.max(0, this.account.cash) / (price * (1 + slippageRate) * (1 + takerFeeRate));
    if (change <= most) return change;
    if (change > most * ROUNDING) this.account.reducedEntries++;
    // A short may be of no whole lots; what is held after the purchase is.
    return lotSize === null ? most : floorToLot(most, lotSize);
  }

  private trade(change: number, referencePrice: number, index: number): void {
    const { takerFeeRate: feeRate, slippageRate } = this.execution;
    const price = referencePrice * (1 + Math.sign(change) * slippageRate);
    const time = this.candles.openTime[index] + (this.atClose ? this.setting.barMilliseconds : 0);
    const fill: Fill = { referencePrice, price, feeRate, index, time };
    const rest = this.reduce(change, fill);
    if (rest !== 0) this.enlarge(rest, fill, this.atClose ? index : index - 1);
  }

  /** Gives back what the change takes of the position; answers what is left of the change. */
  private reduce(change: number, fill: Fill): number {
    const { lot } = this;
    if (lot === null || lot.side * change > 0) return change;
    const quantity = Math.abs(change);
    if (quantity < lot.quantity) {
      const [part, rest] = this.account.split(lot, quantity);
      this.account.close(part, fill, 'signal');
      this.lot = rest;
      return 0;
    }
    this.account.close(lot, fill, 'signal');
    this.lot = null;
    return lot.side * (lot.quantity - quantity);
  }

  private enlarge(change: number, fill: Fill, decidedAt: number): void {
    const side = change > 0 ? 1 : -1;
    const added = this.account.open(side, Math.abs(change), fill);
    if (this.lot === null) {
      this.lot = added;
      this.protection.arm(side, fill.price, decidedAt);
      return;
    }
    this.lot = this.account.merge(this.lot, added);
    this.protection.moveTo(this.lot.entryPrice, decidedAt);
  }

  private close(lot: Lot, referencePrice: number, index: number, reason: ExitReason, time: number): void {
    const { takerFeeRate, makerFeeRate, slippageRate } = this.execution;
    const slips = reason !== 'take_profit' && reason !== 'bankruptcy';
    const price = slips ? referencePrice * (1 - lot.side * slippageRate) : referencePrice;
    const feeRate = reason === 'take_profit' ? makerFeeRate : takerFeeRate;
    this.account.close(lot, { referencePrice, price, feeRate, index, time }, reason);
    this.lot = null;
  }
}
