/**
 * Kelly's fraction of capital: W - (1 - W) / (mean win / mean loss), W the share of wins. Null without a win or without
 * a loss; negative says not to bet.
 *
 * Source: J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal (1956).
 */
export function computeKellyFraction(profits: Float64Array): number | null {
  let wins = 0;
  let losses = 0;
  let won = 0;
  let lost = 0;
  for (let index = 0; index < profits.length; index++) {
    const profit = profits[index];
    if (profit > 0) {
      wins++;
      won += profit;
    } else if (profit < 0) {
      losses++;
      lost -= profit;
    }
  }
  if (wins === 0 || losses === 0) return null;
  const winRate = wins / profits.length;
  return winRate - (1 - winRate) / (won / wins / (lost / losses));
}
