import type { MemberCorrelations } from '#domain/portfolios/stored-portfolio-report';
import { correlateReturns } from '#engine/performance/correlate-returns';
import { dailyReturns } from '#engine/performance/daily-returns';
import { firstCandleAtOrAfter } from '#engine/market/candle-columns';
import type { Contribution, PortfolioInput } from '#engine/portfolio/portfolio';

/** A matrix of more says nothing to a reader. */
const MOST_MEMBERS = 20;

/** The correlations of the daily returns, over the range, of the members with the largest average weights. */
export function correlateMembers(
  { members, range, intervalSeconds }: PortfolioInput,
  contributions: readonly Contribution[],
): MemberCorrelations {
  const chosen = contributions
    .filter(({ averageWeight }) => averageWeight !== 0)
    .sort((one, other) => Math.abs(other.averageWeight) - Math.abs(one.averageWeight))
    .slice(0, MOST_MEMBERS)
    .map(({ member }) => member);
  const returns = chosen.map((index) => {
    const { candles, calendar } = members[index];
    const first = firstCandleAtOrAfter(candles, range.from);
    const [openTimes, equity] = [candles.openTime.subarray(first), candles.close.subarray(first)];
    return dailyReturns({ openTimes, equity, intervalSeconds, calendar });
  });
  return {
    members: chosen,
    coefficients: returns.map((one) => returns.map((other) => correlateReturns(one, other).coefficient)),
  };
}
