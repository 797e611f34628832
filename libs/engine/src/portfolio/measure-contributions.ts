import { type Contribution, type PortfolioTrade } from './portfolio';

/** What each member added to the account, in the order of the universe. */
export function measureContributions(
  trades: readonly PortfolioTrade[],
  averageWeights: Float64Array,
  initialCapital: number,
): Contribution[] {
  const members = averageWeights.length;
  const [pnl, fees, funding] = [0, 1, 2].map(() => new Float64Array(members));
  const counts = new Int32Array(members);
  for (const trade of trades) {
    pnl[trade.member] += trade.pnl;
    fees[trade.member] += trade.fees;
    funding[trade.member] += trade.funding;
    counts[trade.member]++;
  }
  return Array.from({ length: members }, (_, member) => ({
    member,
    pnl: pnl[member],
    contribution: pnl[member] / initialCapital,
    averageWeight: averageWeights[member],
    trades: counts[member],
    fees: fees[member],
    funding: funding[member],
  }));
}
