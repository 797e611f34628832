/** Share of the trades that made money, net of costs; null without trades. A trade at exactly 0 is not a win. */
export function computeWinRate(profits: Float64Array): number | null {
  if (profits.length === 0) return null;
  let wins = 0;
  for (let index = 0; index < profits.length; index++) if (profits[index] > 0) wins++;
  return wins / profits.length;
}
