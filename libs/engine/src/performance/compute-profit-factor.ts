/**
 * Money won / money lost, net of costs: Σ(profits > 0) / |Σ(profits < 0)|. Null without a losing trade.
 * backtesting.py sums the trades' returns instead, which differs once capital grows.
 */
export function computeProfitFactor(profits: Float64Array): number | null {
  let won = 0;
  let lost = 0;
  for (let index = 0; index < profits.length; index++) {
    const profit = profits[index];
    if (profit > 0) won += profit;
    else lost -= profit;
  }
  return lost === 0 ? null : won / lost;
}
