import { CandleColumns } from '../market/candle-columns';
import { OrderPlan } from '../strategies/order-strategy';
import { Account } from './account';
import { Execution } from './execution';
import { FundingClock, FundingColumns } from './funding';
import { LadderOrders } from './ladder-orders';
import { OrderBook } from './order-book';
import { PurchaseOrders } from './purchase-orders';
import { equityOf, Simulation } from './simulate-account';
import { ExitReason } from './trade';

/**
 * Walks the bars from `tradeFrom` with the orders of a plan instead of signals, long only and without leverage. As with
 * signals, nothing is filled before the bar after `tradeFrom`, equity[0] is the initial capital, funding falls on what was
 * held before a bar's fills, and what is held in the end is closed at the last close, a trade for each lot.
 */
export function simulateOrders(
  candles: CandleColumns,
  tradeFrom: number,
  intervalSeconds: number,
  plan: OrderPlan,
  execution: Execution,
  funding: FundingColumns | null = null,
  equityBuffer?: Float64Array,
): Simulation {
  const { open, close, openTime, length } = candles;
  const account = new Account(execution.initialCapital, 1);
  const barMilliseconds = intervalSeconds * 1000;
  const book: OrderBook =
    plan.kind === 'ladder'
      ? new LadderOrders(account, candles, plan, execution)
      : new PurchaseOrders(account, candles, plan, execution, tradeFrom, barMilliseconds);
  const settlements = execution.funding === 'off' ? null : funding;
  const clock = settlements && new FundingClock(candles, settlements, openTime[tradeFrom]);
  const equity = equityOf(length - tradeFrom, equityBuffer);
  const last = length - 1;
  const closeOut = (bar: number, reason: ExitReason) => {
    const aim = close[bar];
    const price = aim * (1 - execution.slippageRate);
    const time = openTime[bar] + barMilliseconds;
    const fill = { aim, price, feeRate: execution.takerFeeRate, index: bar, time };
    for (const lot of book.lots) account.close(lot, fill, reason);
  };
  equity[0] = execution.initialCapital;
  for (let bar = tradeFrom; bar < length; bar++) {
    if (clock !== null) account.payFunding(clock.perUnitUntil(openTime[bar], bar, open[bar]));
    const heldBefore = account.quantity !== 0;
    if (bar > tradeFrom) book.fillWithin(bar);
    if (heldBefore || account.quantity !== 0) account.heldBars++;
    if (clock !== null && bar === last) {
      account.payFunding(clock.perUnitUntil(openTime[bar] + barMilliseconds, bar, close[bar]));
    }
    if (bar < last) book.fillAtClose(bar);
    const marked = account.cash + account.quantity * close[bar];
    if (marked <= account.ruin) {
      closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      equity.fill(0, bar - tradeFrom);
      return { equity, account };
    }
    if (bar > tradeFrom) equity[bar - tradeFrom] = marked;
  }
  closeOut(last, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return { equity, account };
}
