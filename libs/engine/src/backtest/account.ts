import { takeOverPrice } from './adverse-prices';
import { joinLegs, legOf } from '../performance/join-legs';
import { type ExitReason, type Trade } from '../performance/trade';
import { TradeRows } from '../performance/trade-rows';
import { Purse } from './purse';
import { type Lot, mergeLots, splitLot } from './lots';

/** One side of a trade as it happened. */
export interface Fill {
  /** The price before slippage, and the one with it. */
  readonly referencePrice: number;
  readonly price: number;
  readonly feeRate: number;
  readonly index: number;
  /** In ms. */
  readonly time: number;
}

/**
 * Cash, the lots held of one series, and the trades made of them. Equity is `cash + quantity × close`, with a negative quantity for
 * a short: its proceeds are cash, and are not invested again. Leverage makes cash negative by what is borrowed. The purse may
 * be that of other series, too; what those hold is worth `besideValue`.
 */
export class Account {
  /** Of all lots together, negative when short. */
  quantity = 0;
  /** Equity at or below this is bankruptcy. */
  readonly ruin: number;
  /** Value of what the purse's other series hold, as last marked. */
  besideValue = 0;

  /** Bars in which a position was held. */
  heldBars = 0;
  /** Value of all fills. */
  tradedValue = 0;
  fees = 0;
  slippage = 0;
  /** Paid for holding; negative when more was received. */
  funding = 0;
  /** Entries not made because the cash did not buy one lot. */
  unaffordableEntries = 0;
  /** Entries made smaller than requested because the cash did not buy it all. */
  reducedEntries = 0;
  /** Partial exits not made because their share was less than one lot. */
  skippedReductions = 0;
  /** Entries not made because the same bar also said to leave that side or to take the other. */
  contradictoryEntries = 0;
  /** Bars in which the prices allow several orders of events, and the worst for the account was taken. */
  ambiguousBars = 0;
  /** Positions that their exchange closed for lack of margin. */
  liquidations = 0;

  private openLots = 0;
  private fundingPerUnit = 0;

  constructor(
    initialCapital: number,
    private readonly leverage: number,
    readonly purse = new Purse(initialCapital),
    readonly closed = new TradeRows(),
  ) {
    this.ruin = purse.ruin;
  }

  get trades(): readonly Trade[] {
    return this.closed.all();
  }

  get cash(): number {
    return this.purse.cash;
  }

  get bankrupt(): boolean {
    return this.purse.bankrupt;
  }

  set bankrupt(isBankrupt: boolean) {
    this.purse.bankrupt = isBankrupt;
  }

  get unpaidLoss(): number {
    return this.purse.unpaidLoss;
  }

  open(side: 1 | -1, quantity: number, { referencePrice, price, feeRate, index, time }: Fill): Lot {
    const value = quantity * price;
    const entryFee = value * feeRate;
    this.quantity += side * quantity;
    this.tradedValue += value;
    this.openLots++;
    this.purse.openLots++;
    this.purse.tied += side * value + entryFee;
    this.purse.committed += value / this.leverage + entryFee;
    return {
      side,
      quantity,
      entryIndex: index,
      entryTime: time,
      entryPrice: price,
      entryFee,
      entrySlippage: quantity * Math.abs(price - referencePrice),
      fundingBefore: this.fundingPerUnit,
    };
  }

  /**
   * Closes one lot; one that is leveraged loses its margin at most, as if taken over at the price that uses it up, and an
   * account its equity: what is lost beyond is written off.
   */
  close(lot: Lot, fill: Fill, exitReason: ExitReason, exitTag?: string): void {
    const { entryTag, legs } = lot;
    // A row first: an object for each trade would cost a backtest a tenth of its time.
    this.settle(lot, fill, exitReason, 1);
    if (entryTag === undefined && exitTag === undefined && legs === undefined) return;
    const trade = {
      ...this.closed.pop(),
      ...(entryTag !== undefined && { entryTag }),
      ...(exitTag !== undefined && { exitTag }),
    };
    this.closed.addWhole(legs === undefined ? trade : joinLegs(legs, trade));
  }

  /** Closes `quantity` of one lot, less than all of it, and answers the rest. */
  reduce(lot: Lot, quantity: number, fill: Fill, exitTag?: string): Lot {
    const [part, rest] = splitLot(lot, quantity);
    this.settle(part, fill, 'signal', 0);
    const leg = legOf(this.closed.pop(), 'reduce', exitTag);
    return { ...rest, legs: [...(lot.legs ?? []), leg] };
  }

  /** Books the exit of one lot or a part of it as a trade; `lots` is how many of the open lots end with it. */
  private settle(
    lot: Lot,
    { referencePrice, price, feeRate, index, time }: Fill,
    exitReason: ExitReason,
    lots: 0 | 1,
  ): void {
    const { side, quantity, entryPrice } = lot;
    let exitPrice = price;
    let exitFee = quantity * price * feeRate;
    if (this.leverage > 1) {
      const margin = (quantity * entryPrice) / this.leverage;
      this.writeOff(exitFee - margin - side * quantity * (price - entryPrice));
      const takenOver = takeOverPrice(side, entryPrice, this.leverage);
      if (side * (exitPrice - takenOver) < 0) exitPrice = takenOver;
      const left = Math.max(0, margin + side * quantity * (exitPrice - entryPrice));
      exitFee = Math.min(quantity * exitPrice * feeRate, left);
    }
    const value = quantity * exitPrice;
    const fees = lot.entryFee + exitFee;
    const funding = side * quantity * (this.fundingPerUnit - lot.fundingBefore);
    const slippage =
      lot.entrySlippage + (exitPrice === price ? quantity * Math.abs(price - referencePrice) : 0);
    let pnl = side * quantity * (exitPrice - entryPrice) - fees - funding;

    const { purse } = this;
    const before = purse.settled;
    purse.settled += pnl;
    purse.openLots -= lots;
    this.openLots -= lots;
    this.quantity = this.openLots === 0 ? 0 : this.quantity - side * quantity;
    if (purse.openLots === 0) {
      // Cash follows the trades' own results, so that their sum is the account's.
      purse.tied = 0;
      purse.committed = 0;
      if (purse.settled <= this.ruin || exitReason === 'bankruptcy') {
        purse.bankrupt = true;
        this.writeOff(-purse.settled);
        purse.settled = 0;
        pnl = -before;
      }
    } else {
      purse.tied -= side * quantity * entryPrice + lot.entryFee + funding;
      purse.committed -= (quantity * entryPrice) / this.leverage + lot.entryFee;
    }
    this.tradedValue += value;
    this.fees += fees;
    this.funding += funding;
    this.slippage += slippage;
    if (exitReason === 'liquidation') this.liquidations++;
    this.closed.add({
      entryTime: lot.entryTime,
      exitTime: time,
      side: side === 1 ? 'long' : 'short',
      quantity,
      entryPrice,
      exitPrice,
      fees,
      funding,
      slippage,
      pnl,
      return: pnl / (quantity * entryPrice),
      exitReason,
      entryIndex: lot.entryIndex,
      exitIndex: index,
    });
  }

  /** See mergeLots: one lot less is open. */
  merge(one: Lot, other: Lot): Lot {
    this.openLots--;
    this.purse.openLots--;
    return mergeLots(one, other);
  }

  /** See splitLot: one lot more is open. */
  split(lot: Lot, quantity: number): readonly [part: Lot, rest: Lot] {
    this.openLots++;
    this.purse.openLots++;
    return splitLot(lot, quantity);
  }

  /** Takes `perUnit` (mark price times rate, summed) for each unit held; shorts receive it. */
  payFunding(perUnit: number): void {
    this.fundingPerUnit += perUnit;
    this.purse.tied += this.quantity * perUnit;
  }

  /** What is no more than rounding is no loss. */
  private writeOff(loss: number): void {
    if (loss > this.ruin) this.purse.unpaidLoss += loss;
  }
}
