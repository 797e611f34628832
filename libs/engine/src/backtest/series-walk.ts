import { type CandleColumns } from '../market/candle-columns';
import { type Execution } from './execution';
import { executionWarmupBars } from './execution-columns';
import { FundingClock, type FundingColumns } from './funding';
import { type Protection } from './protection';
import { type SignalTrader, type TraderSetting } from './signal-trader';
import { ENTER_LONG, ENTER_SHORT } from './strategy';

export interface WalkedSeries {
  readonly candles: CandleColumns;
  /** Index of the first bar that may decide. */
  readonly tradeFrom: number;
  /** Index of the bar with which the account's data end; -1 where the series has none there. */
  readonly lastBar: number;
  readonly signals: Uint8Array;
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
  readonly trader: SignalTrader;
  readonly atClose: boolean;
  private readonly clock: FundingClock | null;
  private readonly leveraged: boolean;
  private readonly firstDecision: number;

  constructor(private readonly series: WalkedSeries) {
    const { candles, funding, tradeFrom, setting, execution } = series;
    this.trader = series.trader;
    this.clock =
      funding && new FundingClock(candles, funding, candles.openTime[tradeFrom], setting.barMilliseconds);
    this.atClose = execution.fill === 'close';
    this.leveraged = execution.leverage > 1;
    this.firstDecision = Math.max(tradeFrom, executionWarmupBars(execution));
  }

  open(bar: number): void {
    if (this.atClose) return;
    const { clock, trader } = this;
    const { openTime, open } = this.series.candles;
    if (clock !== null) trader.account.payFunding(clock.perUnitUntil(openTime[bar], bar, open[bar]));
    if (this.leveraged) trader.endRuinedAtOpen(bar);
  }

  protect(bar: number): void {
    if (this.trader.account.quantity === 0) return;
    this.trader.protectWithin(bar);
    // Followed before an entry at the close, to which the bar's extremes mean nothing.
    this.series.protection.follow(bar);
  }

  /** Charges what a fill at this close, or the end of the data, does not leave to the next open; reads the orders. */
  close(bar: number): void {
    const { clock, trader, atClose } = this;
    const { candles, setting, signals, lastBar } = this.series;
    if (clock !== null && (atClose || bar === lastBar)) {
      const closeTime = candles.openTime[bar] + setting.barMilliseconds;
      trader.account.payFunding(clock.perUnitUntil(closeTime, bar, candles.close[bar]));
    }
    this.orders = bar < this.firstDecision ? 0 : signals[bar];
    // What is entered at the last close would be left at the same price.
    if (atClose && bar === lastBar) this.orders &= ~(ENTER_LONG | ENTER_SHORT);
  }

  /** The orders of the last close, where they mean something in the present position. */
  get actionableOrders(): number {
    return (this.orders & this.trader.actionable) === 0 ? 0 : this.orders;
  }
}
