import { type TradeRows } from '../performance/trade-rows';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { barsPerYear, type Calendar } from '../calendar/calendar';
import { type CandleColumns } from '../market/candle-columns';
import { Account } from './account';
import { type Execution } from './execution';
import { executionColumns } from './execution-columns';
import { fillAtOpens } from './fill-at-opens';
import { type FundingColumns } from './funding';
import { Protection } from './protection';
import { SignalTrader } from './signal-trader';
import { type Decisions } from './strategy';
import { walkBars } from './walk-bars';

export interface Simulation {
  /** Marked at each close from `tradeFrom` on: equity[i] belongs to bar tradeFrom + i, and equity[0] is the initial capital. */
  readonly equity: Float64Array;
  readonly account: Readonly<Account>;
  /** Of each candle, what position rules decided; absent where signals decide. */
  readonly decided?: Uint32Array;
}

export interface SimulationSetting {
  /** How volatility is annualised where sizing needs it; round the clock without. */
  readonly calendar?: Calendar;
  /** Settlements of the series; none without. */
  readonly funding?: FundingColumns | null;
  /** One entry is all: after a protective exit nothing is entered again. */
  readonly entersOnce?: boolean;
  /** Columns of exactly these candles; an empty memo without. */
  readonly indicators?: IndicatorMemo;
  /** Where the equity is written, so that runs one after the other need not each allocate it; at least a value per bar. */
  readonly equityBuffer?: Float64Array;
  /** Where the trades are written, for the same reason: those of an earlier run go. */
  readonly tradeBuffer?: TradeRows;
}

/**
 * Walks the bars from `tradeFrom` and fills what is decided. Within a bar, in this order: orders decided at the
 * close before are filled at the open; the account is marked at the close; what the close decides becomes the next
 * bar's orders. The first decision falls at the close of bar `tradeFrom`, so nothing is held during that bar and its equity is
 * the initial capital. After the last bar an open position is closed at its close. What else an execution can request
 * (protective exits, leverage, funding, fills at the close) is walkBars' longer way through a bar.
 */
export function simulateAccount(
  candles: CandleColumns,
  tradeFrom: number,
  intervalSeconds: number,
  decisions: Decisions,
  execution: Execution,
  {
    calendar = '24x7',
    funding = null,
    entersOnce = false,
    indicators,
    equityBuffer,
    tradeBuffer,
  }: SimulationSetting = {},
): Simulation {
  tradeBuffer?.clear();
  const account = new Account(execution.initialCapital, execution.leverage, undefined, tradeBuffer);
  const { averageTrueRange, annualVolatility } = executionColumns(
    candles,
    execution,
    barsPerYear(intervalSeconds, calendar),
    indicators ?? new IndicatorMemo(),
  );
  const positionRules = decisions instanceof Uint8Array ? null : decisions;
  const barMilliseconds = intervalSeconds * 1000;
  const setting = { barMilliseconds, annualVolatility, entersOnce, positionRules };
  const settlements = execution.funding === 'off' ? null : funding;
  const plain =
    decisions instanceof Uint8Array &&
    !hasLevels(execution) &&
    settlements === null &&
    annualVolatility === null &&
    execution.fill === 'next_open';
  const equity = equityOf(candles.length - tradeFrom, equityBuffer);
  if (plain) {
    const trader = new SignalTrader(account, candles, execution, setting, null);
    fillAtOpens(candles, tradeFrom, decisions, trader, equity);
    return { equity, account };
  }
  const protection = new Protection(account, candles, execution, averageTrueRange);
  const trader = new SignalTrader(account, candles, execution, setting, protection);
  const lastBar = candles.length - 1;
  const walked = { candles, tradeFrom, lastBar, decisions, trader, protection, execution, setting, equity };
  const decided = walkBars({ ...walked, funding: settlements });
  return decided === null ? { equity, account } : { equity, account, decided };
}

/** Whether an execution can end a position within a bar that does not cost the whole account. */
function hasLevels({ leverage, stopLoss, takeProfit, trailingStop }: Execution): boolean {
  return leverage > 1 || stopLoss !== null || takeProfit !== null || trailingStop !== null;
}

/** Room for the equity of so many bars; what the buffer held before is still in it. */
export function equityOf(bars: number, buffer?: Float64Array): Float64Array {
  return buffer?.subarray(0, bars) ?? new Float64Array(bars);
}
