import { type CandleColumns } from '../market/candle-columns';
import { type Account } from './account';
import { bankruptcyPrice, liquidationPrice, takeOverPrice } from './adverse-prices';
import { type Distance, type Execution } from './execution';

export type ProtectiveExit = 'stop_loss' | 'trailing_stop' | 'liquidation' | 'bankruptcy' | 'take_profit';

/** Prices that end a position, in the quote currency; null where none is set. */
export interface ProtectiveLevels {
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  /** Its present level; it follows the price. */
  readonly trailingStop: number | null;
  /** Of a leveraged position. */
  readonly liquidation: number | null;
}

const orNull = (level: number): number | null => (Number.isNaN(level) ? null : level);

/**
 * The levels that end a position within a bar: the adverse ones (stop, trailing stop, liquidation, bankruptcy), then the
 * take-profit. A bar that opens beyond an adverse level fills at its open, for the farthest level it passed; else the
 * level nearest to the open is reached first, whatever the bar did after it. Whether the take-profit came before is not
 * known, and decided against the position. The trailing level follows completed bars only. Levels that are not set are
 * NaN, which no price is beyond.
 */
export class Protection {
  /** The reference price of the last exit, before slippage. */
  referencePrice = 0;
  /** Whether the last exit was one of several that its bar's prices allow. */
  ambiguous = false;

  private side: 1 | -1 = 1;
  private stopLevel = NaN;
  private profitLevel = NaN;
  private liquidationLevel = NaN;
  private takeOverLevel = NaN;
  /** The bankruptcy price, and the cash that it belongs to: only funding changes it while a position lasts. */
  private bankruptcyAt = NaN;
  private bankruptcyCash = NaN;
  /** Of the levels but the trailing stop. */
  private nearestLevel = NaN;
  private trailingDistance = NaN;
  private trailingByFraction = 0;
  private best = NaN;

  /** `averageTrueRange` is the ATR(14) of the same candles, null where no distance needs it. */
  constructor(
    private readonly account: Readonly<Account>,
    private readonly candles: CandleColumns,
    private readonly execution: Execution,
    private readonly averageTrueRange: Float64Array | null,
  ) {}

  /** From an entry filled at this price to its stop-loss, in price; NaN without one. */
  stopDistance(fillPrice: number, decidedAt: number): number {
    return this.inPrice(this.execution.stopLoss, fillPrice, decidedAt);
  }

  /** Sets the levels of a position just entered, as decided at the close of bar `decidedAt`. */
  arm(side: 1 | -1, entryPrice: number, decidedAt: number): void {
    const { trailingStop, leverage } = this.execution;
    this.side = side;
    this.moveTo(entryPrice, decidedAt);
    this.liquidationLevel = leverage > 1 ? liquidationPrice(side, entryPrice, leverage) : NaN;
    this.takeOverLevel = leverage > 1 ? takeOverPrice(side, entryPrice, leverage) : NaN;
    this.trailingByFraction = trailingStop?.unit === 'fraction' ? trailingStop.value : 0;
    this.trailingDistance = this.inPrice(trailingStop, entryPrice, decidedAt);
    this.best = entryPrice;
  }

  /** Moves stop-loss and take-profit with the average entry price of a position that was enlarged. */
  moveTo(entryPrice: number, decidedAt: number): void {
    const { side } = this;
    this.stopLevel = entryPrice - side * this.stopDistance(entryPrice, decidedAt);
    this.profitLevel = entryPrice + side * this.inPrice(this.execution.takeProfit, entryPrice, decidedAt);
    this.bankruptcyCash = NaN;
  }

  /** Whether a price is at or beyond liquidation or bankruptcy. */
  isRuinousAt(price: number): boolean {
    return this.isBeyond(price, this.liquidationLevel) || this.isBeyond(price, this.bankruptcyLevel());
  }

  /** What ends the position within this bar, if anything; `referencePrice` then is the price. */
  exitWithin(bar: number): ProtectiveExit | null {
    const { side } = this;
    const worst = side === 1 ? this.candles.low[bar] : this.candles.high[bar];
    const best = side === 1 ? this.candles.high[bar] : this.candles.low[bar];
    const trailingLevel = this.trailingLevel();
    const bankruptcyLevel = this.bankruptcyLevel();
    const adverse = this.isBeyond(worst, this.nearestLevel) || this.isBeyond(worst, trailingLevel);
    const taken = side * (best - this.profitLevel) >= 0;
    if (adverse) return this.adverseExit(bar, trailingLevel, bankruptcyLevel, taken);
    if (!taken) return null;
    const open = this.candles.open[bar];
    this.ambiguous = false;
    this.referencePrice = side * (open - this.profitLevel) > 0 ? open : this.profitLevel;
    return 'take_profit';
  }

  /** Lets the trailing stop follow a bar that is over. */
  follow(bar: number): void {
    const extreme = this.side === 1 ? this.candles.high[bar] : this.candles.low[bar];
    if (this.side * (extreme - this.best) > 0) this.best = extreme;
  }

  /** The present levels; bankruptcy, which follows the cash of the account, is none of them. */
  levels(): ProtectiveLevels {
    return {
      stopLoss: orNull(this.stopLevel),
      takeProfit: orNull(this.profitLevel),
      trailingStop: orNull(this.trailingLevel()),
      liquidation: orNull(this.liquidationLevel),
    };
  }

  /** The farthest level that the bar opens beyond, else the nearest to its open; of equal ones the first listed. */
  private adverseExit(
    bar: number,
    trailingLevel: number,
    bankruptcyLevel: number,
    taken: boolean,
  ): ProtectiveExit {
    const open = this.candles.open[bar];
    const opensBeyond = this.isBeyond(open, this.nearestLevel) || this.isBeyond(open, trailingLevel);
    const order = opensBeyond ? -this.side : this.side;
    let reason: ProtectiveExit = 'stop_loss';
    let referencePrice = NaN;
    const consider = (candidate: ProtectiveExit, level: number) => {
      if (Number.isNaN(level) || (opensBeyond && !this.isBeyond(open, level))) return;
      if (order * (level - referencePrice) <= 0) return;
      reason = candidate;
      referencePrice = level;
    };
    consider('stop_loss', this.stopLevel);
    consider('trailing_stop', trailingLevel);
    consider('liquidation', this.liquidationLevel);
    consider('bankruptcy', bankruptcyLevel);
    this.ambiguous = taken && !opensBeyond;
    this.referencePrice = opensBeyond ? open : referencePrice;
    return reason;
  }

  /** Of two levels the one that the price reaches first; either may not be set. */
  private nearerOf(one: number, other: number): number {
    return Number.isNaN(one) || this.side * (other - one) > 0 ? other : one;
  }

  private isBeyond(price: number, level: number): boolean {
    return this.side * (price - level) <= 0;
  }

  /** An isolated position that cannot lose the account's last money has none. */
  private bankruptcyLevel(): number {
    const { quantity, ruin } = this.account;
    const cash = this.account.cash + this.account.besideValue;
    if (cash !== this.bankruptcyCash) {
      const keepsMoney = cash + quantity * this.takeOverLevel > ruin;
      this.bankruptcyAt = keepsMoney ? NaN : bankruptcyPrice({ cash, quantity }, this.execution.takerFeeRate);
      this.bankruptcyCash = cash;
      this.nearestLevel = this.nearerOf(
        this.nearerOf(this.stopLevel, this.liquidationLevel),
        this.bankruptcyAt,
      );
    }
    return this.bankruptcyAt;
  }

  private trailingLevel(): number {
    const distance =
      this.trailingByFraction > 0 ? this.best * this.trailingByFraction : this.trailingDistance;
    return this.best - this.side * distance;
  }

  private inPrice(distance: Distance | null, entryPrice: number, decidedAt: number): number {
    if (distance === null) return NaN;
    if (distance.unit === 'fraction') return distance.value * entryPrice;
    return distance.value * this.averageTrueRange![decidedAt];
  }
}
