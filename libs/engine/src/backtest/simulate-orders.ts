import { type CandleColumns } from '../market/candle-columns';
import type { OrderBook, OrderPlan } from './order-strategy';
import { Account } from './account';
import { bankruptcyPrice } from './adverse-prices';
import { type Execution } from './execution';
import { FundingClock, type FundingColumns } from './funding';
import { LadderOrders } from './ladder-orders';
import { PurchaseOrders } from './purchase-orders';
import { equityOf, type Simulation } from './simulate-account';
import { type ExitReason } from '../performance/trade';

/**
 * Walks the bars from `tradeFrom` with the orders of a plan instead of signals, long only and without leverage. As with
 * signals, nothing is filled before the bar after `tradeFrom`, equity[0] is the initial capital, funding falls on what was
 * held before a bar's fills, and what is held in the end is closed at the last close, a trade for each lot. Only unpaid
 * funding can make such an account bankrupt; a bar that reaches that price ends it before any order fills.
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
  const { open, low, close, openTime, length } = candles;
  const { slippageRate, takerFeeRate: feeRate } = execution;
  const account = new Account(execution.initialCapital, 1);
  const barMilliseconds = intervalSeconds * 1000;
  const book: OrderBook =
    plan.kind === 'ladder'
      ? new LadderOrders(account, candles, plan, execution)
      : new PurchaseOrders(account, candles, plan, execution, tradeFrom, barMilliseconds);
  const settlements = execution.funding === 'off' ? null : funding;
  const clock = settlements && new FundingClock(candles, settlements, openTime[tradeFrom], barMilliseconds);
  const equity = equityOf(length - tradeFrom, equityBuffer);
  const last = length - 1;
  const closeOut = (bar: number, referencePrice: number, time: number, reason: ExitReason) => {
    const price = reason === 'bankruptcy' ? referencePrice : referencePrice * (1 - slippageRate);
    for (const lot of book.lots)
      account.close(lot, { referencePrice, price, feeRate, index: bar, time }, reason);
  };
  const endBankrupt = (bar: number, referencePrice: number, time: number) => {
    closeOut(bar, referencePrice, time, 'bankruptcy');
    account.bankrupt = true;
    equity.fill(0, bar - tradeFrom);
    return { equity, account };
  };
  equity[0] = execution.initialCapital;
  for (let bar = tradeFrom; bar < length; bar++) {
    if (clock !== null) account.payFunding(clock.perUnitUntil(openTime[bar], bar, open[bar]));
    const heldBefore = account.quantity !== 0;
    const bankruptAt = heldBefore ? bankruptcyPrice(account, feeRate) : -Infinity;
    if (low[bar] <= bankruptAt) {
      account.heldBars++;
      return endBankrupt(bar, Math.min(open[bar], bankruptAt), openTime[bar]);
    }
    if (bar > tradeFrom) book.fillWithin(bar);
    if (heldBefore || account.quantity !== 0) account.heldBars++;
    if (clock !== null && bar === last) {
      account.payFunding(clock.perUnitUntil(openTime[bar] + barMilliseconds, bar, close[bar]));
    }
    if (bar < last) book.fillAtClose(bar);
    const marked = account.cash + account.quantity * close[bar];
    if (marked <= account.ruin) return endBankrupt(bar, close[bar], openTime[bar] + barMilliseconds);
    if (bar > tradeFrom) equity[bar - tradeFrom] = marked;
  }
  closeOut(last, close[last], openTime[last] + barMilliseconds, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return { equity, account };
}
