import { CandleColumns } from '../market/candle-columns';
import { Account } from './account';
import { Execution } from './execution';

export interface Simulation {
  /** Marked at each close from `tradeFrom` on: equity[i] belongs to bar tradeFrom + i, and equity[0] is the initial capital. */
  readonly equity: Float64Array;
  readonly account: Readonly<Account>;
}

/**
 * Walks the bars from `tradeFrom` and fills what the signals ask for. Within a bar, in this order: orders decided at the
 * close before are filled at the open; the account is marked at the close; the close's signal becomes the next bar's
 * orders. The first decision falls at the close of bar `tradeFrom`, so nothing is held during that bar and its equity is
 * the initial capital. After the last bar an open position is closed at its close.
 */
export function simulateAccount(
  candles: CandleColumns,
  tradeFrom: number,
  intervalSeconds: number,
  signals: Uint8Array,
  execution: Execution,
): Simulation {
  const { close, length } = candles;
  const equity = new Float64Array(length - tradeFrom);
  const account = new Account(candles, intervalSeconds * 1000, execution);
  let { cash, quantity, actionable } = account;
  let orders = 0;
  for (let bar = tradeFrom; bar < length; bar++) {
    if ((orders & actionable) !== 0) {
      account.fillAtOpen(orders, bar);
      ({ cash, quantity, actionable } = account);
    }
    const marked = cash + quantity * close[bar];
    if (marked <= 0) {
      account.closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      return { equity, account };
    }
    equity[bar - tradeFrom] = marked;
    orders = signals[bar]!;
  }
  account.closeOut(length - 1, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return { equity, account };
}
