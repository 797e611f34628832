import { IndicatorMemo } from '../indicators/indicator-memo';
import { barsPerYear, Calendar } from '../market/calendar';
import { CandleColumns } from '../market/candle-columns';
import { Account } from './account';
import { Execution } from './execution';
import { executionColumns } from './execution-columns';
import { FundingColumns } from './funding';
import { Protection } from './protection';
import { SignalTrader } from './signal-trader';
import { walkBars } from './walk-bars';

export interface Simulation {
  /** Marked at each close from `tradeFrom` on: equity[i] belongs to bar tradeFrom + i, and equity[0] is the initial capital. */
  readonly equity: Float64Array;
  readonly account: Readonly<Account>;
}

export interface SimulationSetting {
  /** How volatility is annualised where sizing asks for it; round the clock without. */
  readonly calendar?: Calendar;
  /** Settlements of the series; none without. */
  readonly funding?: FundingColumns | null;
  /** One entry is all: after a protective exit nothing is entered again. */
  readonly entersOnce?: boolean;
  /** Columns of exactly these candles; an empty memo without. */
  readonly indicators?: IndicatorMemo;
}

/**
 * Walks the bars from `tradeFrom` and fills what the signals ask for. Within a bar, in this order: orders decided at the
 * close before are filled at the open; the account is marked at the close; the close's signal becomes the next bar's
 * orders. The first decision falls at the close of bar `tradeFrom`, so nothing is held during that bar and its equity is
 * the initial capital. After the last bar an open position is closed at its close. What else an execution can ask for
 * (protective exits, leverage, funding, fills at the close) is walkBars' longer way through a bar.
 */
export function simulateAccount(
  candles: CandleColumns,
  tradeFrom: number,
  intervalSeconds: number,
  signals: Uint8Array,
  execution: Execution,
  { calendar = '24x7', funding = null, entersOnce = false, indicators }: SimulationSetting = {},
): Simulation {
  const account = new Account(execution.initialCapital, execution.leverage);
  const { averageTrueRange, annualVolatility } = executionColumns(
    candles,
    execution,
    barsPerYear(intervalSeconds, calendar),
    indicators ?? new IndicatorMemo(),
  );
  const protection = needsProtection(execution) ? new Protection(candles, execution, averageTrueRange) : null;
  const setting = { barMilliseconds: intervalSeconds * 1000, annualVolatility, entersOnce };
  const trader = new SignalTrader(account, candles, execution, setting, protection);
  const settlements = execution.funding === 'off' ? null : funding;
  const plain =
    protection === null &&
    settlements === null &&
    annualVolatility === null &&
    execution.fill === 'next_open';
  const equity = plain
    ? fillAtOpens(candles, tradeFrom, signals, trader)
    : walkBars({ candles, tradeFrom, signals, trader, protection, execution, funding: settlements, setting });
  return { equity, account };
}

/** Whether an execution can end a position within a bar. */
function needsProtection({ leverage, stopLoss, takeProfit, trailingStop }: Execution): boolean {
  return leverage > 1 || stopLoss !== null || takeProfit !== null || trailingStop !== null;
}

/** The short way through a bar, where only the signals trade. */
function fillAtOpens(
  candles: CandleColumns,
  tradeFrom: number,
  signals: Uint8Array,
  trader: SignalTrader,
): Float64Array {
  const { close, length } = candles;
  const { account } = trader;
  const equity = new Float64Array(length - tradeFrom);
  let { cash, quantity } = account;
  let { actionable } = trader;
  let orders = 0;
  for (let bar = tradeFrom; bar < length; bar++) {
    if ((orders & actionable) !== 0) {
      trader.fillOrders(orders, bar);
      ({ cash, quantity } = account);
      ({ actionable } = trader);
    }
    const marked = cash + quantity * close[bar];
    if (marked <= 0) {
      trader.closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      return equity;
    }
    equity[bar - tradeFrom] = marked;
    orders = signals[bar]!;
  }
  trader.closeOut(length - 1, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return equity;
}
