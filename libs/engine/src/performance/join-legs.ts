import { type Trade, type TradeLeg } from './trade';

/** What of a trade is the sum of its legs. */
const SUMMED = ['quantity', 'fees', 'funding', 'slippage', 'pnl'] as const;

export function legOf(part: Omit<Trade, 'exitReason'>, exitReason: string, exitTag?: string): TradeLeg {
  const { exitTime, exitPrice, quantity, fees, funding, slippage, pnl, exitIndex } = part;
  const leg = { exitTime, exitPrice, quantity, fees, funding, slippage, pnl, exitReason, exitIndex };
  return exitTag === undefined ? leg : { ...leg, exitTag };
}

/** The trade of a position that was closed in several fills: `last` is what the last one closed. */
export function joinLegs(before: readonly TradeLeg[], last: Trade): Trade {
  const legs = [...before, legOf(last, last.exitReason, last.exitTag)];
  const [quantity, fees, funding, slippage, pnl] = SUMMED.map((field) =>
    legs.reduce((sum, leg) => sum + leg[field], 0),
  );
  const exitPrice = legs.reduce((sum, leg) => sum + leg.quantity * leg.exitPrice, 0) / quantity;
  const result = { quantity, exitPrice, fees, funding, slippage, pnl };
  return { ...last, ...result, return: pnl / (quantity * last.entryPrice), legs };
}
