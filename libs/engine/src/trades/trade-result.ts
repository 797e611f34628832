import {
  absolute,
  add,
  type ExactDecimal,
  ratioOf,
  readDecimal,
  subtract,
  writeDecimal,
} from '../decimal/exact-decimal';
import { gainOf, valuationOf } from './contract-value';
import type { Contract, RoundTrip } from './round-trip';

/** A trade by its averages: a round trip of fills, or written by hand. Decimals as text, amounts in the settlement currency. */
export interface TradeTerms {
  readonly side: RoundTrip['side'];
  readonly quantity: string;
  readonly entryPrice: string;
  /** Null while the trade is open. */
  readonly exitPrice: string | null;
  readonly contract: Contract;
  readonly fees: string;
  /** Received (negative: paid); null: not known. */
  readonly funding: string | null;
  readonly stop: string | null;
  /** Of a round trip of fills, as `grossPnl`; otherwise both follow from the prices. */
  readonly entryValue?: string;
  readonly grossPnl?: string | null;
}

export interface TradeResult {
  readonly entryValue: string;
  /** Before fees and funding; null while the trade is open, as all below. */
  readonly grossPnl: string | null;
  /** Gross - fees + funding. */
  readonly netPnl: string | null;
  /** Net P&L as a fraction of the entry value. */
  readonly tradeReturn: number | null;
  /** Net P&L in multiples of the loss at the stop before fees; null without a stop at which it loses. */
  readonly rMultiple: number | null;
}

/** The result of a trade. Its quantity and prices are above 0. */
export function tradeResult(trade: TradeTerms): TradeResult {
  const valueOf = valuationOf(trade.contract);
  const quantity = readDecimal(trade.quantity);
  const valueAt = (price: string) => valueOf(quantity, readDecimal(price));
  const atEntry = valueAt(trade.entryPrice);
  const entryValue = trade.entryValue === undefined ? atEntry : readDecimal(trade.entryValue);
  const gross = grossOf(trade, entryValue, valueAt);
  if (!gross) {
    return {
      entryValue: writeDecimal(entryValue),
      grossPnl: null,
      netPnl: null,
      tradeReturn: null,
      rMultiple: null,
    };
  }
  const net = add(subtract(gross, readDecimal(trade.fees)), readDecimal(trade.funding ?? '0'));
  return {
    entryValue: writeDecimal(entryValue),
    grossPnl: writeDecimal(gross),
    netPnl: writeDecimal(net),
    tradeReturn: ratioOf(net, entryValue),
    rMultiple: rMultipleOf(trade, net, { atEntry, valueAt }),
  };
}

function rMultipleOf(
  { stop, side, contract }: TradeTerms,
  net: ExactDecimal,
  { atEntry, valueAt }: { readonly atEntry: ExactDecimal; readonly valueAt: (price: string) => ExactDecimal },
): number | null {
  if (stop === null) return null;
  const atStop = gainOf({ side, contract, entryValue: atEntry, exitValue: valueAt(stop) });
  return atStop.units < 0n ? ratioOf(net, absolute(atStop)) : null;
}

function grossOf(
  trade: TradeTerms,
  entryValue: ExactDecimal,
  valueAt: (price: string) => ExactDecimal,
): ExactDecimal | null {
  if (trade.grossPnl !== undefined) return trade.grossPnl === null ? null : readDecimal(trade.grossPnl);
  return trade.exitPrice === null
    ? null
    : gainOf({ side: trade.side, contract: trade.contract, entryValue, exitValue: valueAt(trade.exitPrice) });
}
