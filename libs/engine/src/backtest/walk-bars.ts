import { type CandleColumns } from '../market/candle-columns';
import { ENTER_LONG, ENTER_SHORT } from './strategy';
import { type Execution } from './execution';
import { executionWarmupBars } from './execution-columns';
import { FundingClock, type FundingColumns } from './funding';
import { type Protection } from './protection';
import { type SignalTrader, type TraderSetting } from './signal-trader';

export interface BarWalk {
  readonly candles: CandleColumns;
  readonly tradeFrom: number;
  readonly signals: Uint8Array;
  readonly trader: SignalTrader;
  readonly protection: Protection;
  readonly execution: Execution;
  readonly funding: FundingColumns | null;
  readonly setting: TraderSetting;
  /** Gets each bar's equity from `tradeFrom` on. */
  readonly equity: Float64Array;
}

/**
 * Walks the bars with everything an execution can request, and answers the equity at each close. Within a bar, filling
 * at the open: the funding settled since the bar before, up to this open; liquidation of what the open finds without
 * margin; the orders of the close before; the protective levels; the mark. Filling at the close: the protective levels;
 * the funding up to the close; the orders of this close; the mark. A settlement at the instant of a fill thus falls on
 * what was held before it.
 */
export function walkBars(walk: BarWalk): void {
  const { candles, tradeFrom, signals, trader, protection, execution, setting, equity } = walk;
  const { open, close, openTime, length } = candles;
  const { account } = trader;
  const { barMilliseconds } = setting;
  const clock = walk.funding && new FundingClock(candles, walk.funding, openTime[tradeFrom], barMilliseconds);
  const atClose = execution.fill === 'close';
  const leveraged = execution.leverage > 1;
  const firstDecision = Math.max(tradeFrom, executionWarmupBars(execution));
  const last = length - 1;
  let orders = 0;
  for (let bar = tradeFrom; bar < length; bar++) {
    if (!atClose) {
      if (clock !== null) account.payFunding(clock.perUnitUntil(openTime[bar], bar, open[bar]));
      if (leveraged) trader.endRuinedAtOpen(bar);
      if ((orders & trader.actionable) !== 0) trader.fillOrders(orders, bar);
    }
    if (account.quantity !== 0) {
      trader.protectWithin(bar);
      // Followed before an entry at the close, to which the bar's extremes mean nothing.
      protection.follow(bar);
    }
    if (clock !== null && (atClose || bar === last)) {
      const closeTime = openTime[bar] + barMilliseconds;
      account.payFunding(clock.perUnitUntil(closeTime, bar, close[bar]));
    }
    orders = bar < firstDecision ? 0 : signals[bar];
    if (atClose) {
      // What is entered at the last close would be left at the same price.
      if (bar === last) orders &= ~(ENTER_LONG | ENTER_SHORT);
      if ((orders & trader.actionable) !== 0) trader.fillOrders(orders, bar);
    }
    const marked = account.cash + account.quantity * close[bar];
    if (marked <= account.ruin) {
      trader.closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      equity.fill(0, bar - tradeFrom);
      return;
    }
    equity[bar - tradeFrom] = bar === tradeFrom ? execution.initialCapital : marked;
  }
  trader.closeOut(last, 'end_of_data');
  equity[equity.length - 1] = account.cash;
}
