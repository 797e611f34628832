import { type CandleColumns } from '../market/candle-columns';
import { DecidedBars } from './decided-bars';
import { type SignalTrader } from './signal-trader';

/**
 * The short way through the bars, where only the signals trade: it jumps from one signal that means something in the
 * present position to the next, and between them marks what is held, which only a bankruptcy ends within a bar. Writes
 * each bar's equity from `tradeFrom` on.
 */
export function fillAtOpens(
  candles: CandleColumns,
  tradeFrom: number,
  signals: Uint8Array,
  trader: SignalTrader,
  equity: Float64Array,
): void {
  const { length, high } = candles;
  const { account } = trader;
  const close = candles.close.subarray(tradeFrom);
  const heldHigh = high.subarray(tradeFrom);
  const decided = new DecidedBars(signals, candles, tradeFrom);
  let bar = tradeFrom;
  while (bar < length) {
    const point = decided.fillAfter(bar, trader.actionable);
    const filledAt = point?.index ?? length;
    const markedTo = filledAt - tradeFrom;
    const bankruptAt = trader.shortBankruptcyPrice();
    const ruined =
      account.quantity < 0
        ? markShort(equity, close, heldHigh, account, bankruptAt, bar - tradeFrom, markedTo)
        : markHeld(equity, close, account, bar - tradeFrom, markedTo);
    if (ruined >= 0) {
      const index = tradeFrom + ruined;
      if (high[index] >= bankruptAt) trader.bankruptShortWithin(index);
      else trader.closeOut(index, 'bankruptcy');
      account.bankrupt = true;
      equity.fill(0, ruined);
      return;
    }
    if (point !== null) trader.fillOrders(signals[filledAt - 1], point);
    bar = filledAt;
  }
  trader.closeOut(length - 1, 'end_of_data');
  equity[equity.length - 1] = account.cash;
}

/** Marks the positions `from` to `to` (exclusive) with what is held; answers the first where nothing is left, or -1. */
function markHeld(
  equity: Float64Array,
  close: Float64Array,
  { cash, quantity, ruin }: { readonly cash: number; readonly quantity: number; readonly ruin: number },
  from: number,
  to: number,
): number {
  if (quantity === 0 && cash > ruin) {
    equity.fill(cash, from, to);
    return -1;
  }
  let index = from;
  // Four at a time: the loop costs as much as the arithmetic.
  for (; index + 3 < to; index += 4) {
    const first = cash + quantity * close[index];
    const second = cash + quantity * close[index + 1];
    const third = cash + quantity * close[index + 2];
    const fourth = cash + quantity * close[index + 3];
    if (first <= ruin || second <= ruin || third <= ruin || fourth <= ruin) break;
    equity[index] = first;
    equity[index + 1] = second;
    equity[index + 2] = third;
    equity[index + 3] = fourth;
  }
  for (; index < to; index++) {
    const marked = cash + quantity * close[index];
    if (marked <= ruin) return index;
    equity[index] = marked;
  }
  return -1;
}

/** The same with a short, which a bar that reaches `bankruptAt` leaves nothing of, wherever it closes. */
function markShort(
  equity: Float64Array,
  close: Float64Array,
  high: Float64Array,
  { cash, quantity, ruin }: { readonly cash: number; readonly quantity: number; readonly ruin: number },
  bankruptAt: number,
  from: number,
  to: number,
): number {
  for (let index = from; index < to; index++) {
    const marked = cash + quantity * close[index];
    if (high[index] >= bankruptAt || marked <= ruin) return index;
    equity[index] = marked;
  }
  return -1;
}
