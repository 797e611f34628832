import { CandleColumns } from '../market/candle-columns';
import { Distance, Execution, MAINTENANCE_MARGIN_RATE } from './execution';

export type ProtectiveExit = 'stop_loss' | 'take_profit' | 'trailing_stop' | 'liquidation';

/**
 * The levels that end a position within a bar. Of a bar no more is known than its four prices, so whatever they leave
 * open is decided against the position: liquidation before stop, stop before take-profit; a bar that opens beyond a
 * level fills at its open. The trailing level follows completed bars only. Levels that are not set are NaN, which no
 * price is beyond.
 */
export class Protection {
  /** What the last exit aimed at. */
  aim = 0;
  /** Whether the last exit was one of several that its bar's prices allow. */
  ambiguous = false;

  private side: 1 | -1 = 1;
  private stopLevel = NaN;
  private profitLevel = NaN;
  private liquidationLevel = NaN;
  private trailingDistance = NaN;
  private trailingByFraction = 0;
  private best = NaN;

  /** `averageTrueRange` is the ATR(14) of the same candles, null where no distance asks for it. */
  constructor(
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
    const { takeProfit, trailingStop, leverage } = this.execution;
    this.side = side;
    this.stopLevel = entryPrice - side * this.stopDistance(entryPrice, decidedAt);
    this.profitLevel = entryPrice + side * this.inPrice(takeProfit, entryPrice, decidedAt);
    this.liquidationLevel = leverage > 1 ? liquidationPrice(side, entryPrice, leverage) : NaN;
    this.trailingByFraction = trailingStop?.unit === 'fraction' ? trailingStop.value : 0;
    this.trailingDistance = this.inPrice(trailingStop, entryPrice, decidedAt);
    this.best = entryPrice;
  }

  /** Whether a price is at or beyond liquidation. */
  isLiquidatedAt(price: number): boolean {
    return this.side * (price - this.liquidationLevel) <= 0;
  }

  /** What ends the position within this bar, if anything; `aim` then is the price. */
  exitWithin(bar: number): ProtectiveExit | null {
    const { side } = this;
    const worst = side === 1 ? this.candles.low[bar] : this.candles.high[bar];
    const best = side === 1 ? this.candles.high[bar] : this.candles.low[bar];
    const trailingLevel = this.trailingLevel();
    // Whichever is nearer to the price; only one of the two need be set.
    const trails = Number.isNaN(this.stopLevel) || side * (trailingLevel - this.stopLevel) > 0;
    const stopLevel = trails ? trailingLevel : this.stopLevel;
    const liquidated = side * (worst - this.liquidationLevel) <= 0;
    const stopped = side * (worst - stopLevel) <= 0;
    const taken = side * (best - this.profitLevel) >= 0;
    if (!liquidated && !stopped && !taken) return null;

    const open = this.candles.open[bar];
    if (!liquidated && !stopped) {
      this.ambiguous = false;
      this.aim = side * (open - this.profitLevel) > 0 ? open : this.profitLevel;
      return 'take_profit';
    }
    const level = liquidated ? this.liquidationLevel : stopLevel;
    const opensBeyond = side * (open - level) <= 0;
    this.ambiguous = !opensBeyond && ((liquidated && stopped) || taken);
    this.aim = opensBeyond ? open : level;
    if (liquidated) return 'liquidation';
    return trails ? 'trailing_stop' : 'stop_loss';
  }

  /** Lets the trailing stop follow a bar that is over. */
  follow(bar: number): void {
    const extreme = this.side === 1 ? this.candles.high[bar] : this.candles.low[bar];
    if (this.side * (extreme - this.best) > 0) this.best = extreme;
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

/**
 * Where an isolated position has lost its margin but for the maintenance margin:
 * long entry × (1 - 1/leverage + m), short entry × (1 + 1/leverage - m), with m = 0.005.
 */
function liquidationPrice(side: 1 | -1, entryPrice: number, leverage: number): number {
  return entryPrice * (1 - side * (1 / leverage - MAINTENANCE_MARGIN_RATE));
}
