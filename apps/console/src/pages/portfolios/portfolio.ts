import type { Schemas } from '../../api/hooks';
import { quoteCurrency } from '../../format/numbers';

export type Portfolio = Schemas['PortfolioReportRead'];

/** A part of the page of one portfolio run. */
export interface PartProps {
  readonly run: Portfolio;
}

interface MemberName {
  readonly exchange: string | null;
  readonly symbol: string;
}

/** us AAPL */
export const memberText = ({ exchange, symbol }: MemberName): string =>
  `${exchange === null ? '' : `${exchange} `}${symbol}`;

/** tech, 20 series, 1d, 2010-01-04 to 2019-12-31 */
export function rangeText(run: Portfolio): string {
  const { universe, member_count: members, interval, start_date: start, end_date: end } = run;
  const series = `${members} series`;
  return `${universe === null ? series : `${universe}, ${series}`}, ${interval}, ${start} to ${end}`;
}

/** What the account is held beside: holding us SPX. */
export function benchmarkText({ benchmark_series: series }: Portfolio): string {
  return series ? `holding ${memberText(series)}` : 'the universe at equal weights';
}

export const benchmarkTitle = ({ benchmark_series: series }: Portfolio): string =>
  series ? memberText(series) : 'Equal weights';

/** The currency of all members; undefined where they have several, or none that is known. */
export function currencyOf({ members }: Portfolio): string | undefined {
  const currencies = new Set(members.map(({ symbol }) => quoteCurrency(symbol)));
  return currencies.size === 1 ? [...currencies][0] : undefined;
}

/** Monthly, every 20 bars, or at a drift. */
export function rebalanceText({ resolved, requested }: Portfolio): string {
  const { every, bars, drift } = (resolved ?? requested).rebalance ?? {};
  if (every !== undefined) return every;
  if (bars !== undefined) return `every ${bars} bars`;
  return drift === undefined ? 'by its rules' : `where a weight has drifted by ${drift}`;
}
