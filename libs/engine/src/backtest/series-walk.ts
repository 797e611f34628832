import { type CandleColumns } from '../market/candle-columns';
import { type Account } from './account';
import { type Execution } from './execution';
import { executionWarmupBars } from './execution-columns';
import { FundingClock, type FundingColumns } from './funding';
import { type Protection } from './protection';
import { type SignalTrader, type TraderSetting } from './signal-trader';
import { type PositionRules } from './position-rules';
import { type Decisions, ENTER_LONG, ENTER_SHORT } from './strategy';

export interface WalkedSeries {
  readonly candles: CandleColumns;
  /** Index of the first bar that may decide. */
  readonly tradeFrom: number;
  /** Index of the bar with which the account's data end; -1 where the series has none there. */
  readonly lastBar: number;
  readonly decisions: Decisions;
  readonly trader: SignalTrader;
  readonly protection: Protection;
  readonly execution: Execution;
  readonly funding: FundingColumns | null;
  readonly setting: TraderSetting;
}

/**
 * What happens to one series within a bar, part by part. Filling at the open: `open` charges the funding settled since the
 * bar before, up to this open, and ends what the open finds without margin; the orders of the close before are filled;
 * `protect`; `close`; the mark. Filling at the close: `protect`; `close` charges the funding up to the close; the orders
 * of this close are filled; the mark. A settlement at the instant of a fill thus falls on what was held before it.
 */
export class SeriesWalk {
  /** Decided at the last close that was walked. */
  orders = 0;
  /** Of each bar, what position rules decided; null where signals decide. */
  readonly decided: Uint32Array | null;
  readonly trader: SignalTrader;
  readonly atClose: boolean;
  private readonly account: Account;
  private readonly protection: Protection;
  private readonly candles: CandleColumns;
  private readonly signals: Uint8Array | null;
  private readonly rules: PositionRules | null;
  private readonly clock: FundingClock | null;
  private readonly barMilliseconds: number;
  private readonly leveraged: boolean;
  private readonly firstDecision: number;
  private readonly lastBar: number;

  constructor(series: WalkedSeries) {
    const { candles, funding, tradeFrom, execution, trader } = series;
    this.trader = trader;
    this.account = trader.account;
    this.protection = series.protection;
    this.candles = candles;
    const { decisions } = series;
    this.signals = decisions instanceof Uint8Array ? decisions : null;
    this.rules = decisions instanceof Uint8Array ? null : decisions;
    this.decided = this.rules && new Uint32Array(candles.length);
    this.barMilliseconds = series.setting.barMilliseconds;
    this.clock =
      funding && new FundingClock(candles, funding, candles.openTime[tradeFrom], this.barMilliseconds);
    this.atClose = execution.fill === 'close';
    this.leveraged = execution.leverage > 1;
    this.firstDecision = Math.max(tradeFrom, executionWarmupBars(execution));
    this.lastBar = series.lastBar;
  }

  open(bar: number): void {
    if (this.atClose) return;
    if (this.clock !== null) {
      const { openTime, open } = this.candles;
      this.account.payFunding(this.clock.perUnitUntil(openTime[bar], bar, open[bar]));
    }
    if (this.leveraged) this.trader.endRuinedAtOpen(bar);
  }

  protect(bar: number): void {
    if (this.account.quantity === 0) return;
    this.trader.protectWithin(bar);
    // Followed before an entry at the close, to which the bar's extremes mean nothing.
    this.protection.follow(bar);
  }

  /** Charges what a fill at this close, or the end of the data, does not leave to the next open; reads the orders. */
  close(bar: number): void {
    if (this.clock !== null && (this.atClose || bar === this.lastBar)) {
      const closeTime = this.candles.openTime[bar] + this.barMilliseconds;
      this.account.payFunding(this.clock.perUnitUntil(closeTime, bar, this.candles.close[bar]));
    }
    this.orders = bar < this.firstDecision ? 0 : this.decideAt(bar);
    // What is entered at the last close would be left at the same price.
    if (this.atClose && bar === this.lastBar) this.orders &= ~(ENTER_LONG | ENTER_SHORT);
  }

  private decideAt(bar: number): number {
    if (this.signals !== null) return this.signals[bar];
    const orders = this.rules!.decide(bar, this.trader.positionAt(bar));
    this.decided![bar] = orders;
    return orders;
  }

  /** The orders of the last close, where they mean something in the present position. */
  get actionableOrders(): number {
    return (this.orders & this.trader.actionable) === 0 ? 0 : this.orders;
  }
}
