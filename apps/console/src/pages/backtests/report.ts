import type { Schemas } from '../../api/hooks';

export type Report = Schemas['BacktestReportRead'];
export type Trade = Schemas['BacktestTradeRead'];

/** A part of the page of one backtest. */
export interface PartProps {
  readonly report: Report;
}

export const isUnderWay = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'pending' || status === 'running';

/** The series and the days of a run: us SPX 1d, 2000-01-03 to 2020-04-17. */
export function rangeText({ exchange, symbol, interval, start_date: start, end_date: end }: Report): string {
  return `${exchange === null ? '' : `${exchange} `}${symbol} ${interval}, ${start} to ${end}`;
}

/** The series that is held beside the run: us SPX. */
export function benchmarkText({ benchmark_series: { exchange, symbol } }: Report): string {
  return `${exchange === null ? '' : `${exchange} `}${symbol}`;
}

/** fast 10, slow 30: as resolved, or as requested until then. Rules of a custom strategy are not spelled out. */
export function parametersText({ parameters, resolved }: Report): string {
  const entries = Object.entries({ ...parameters, ...resolved?.parameters });
  const words = entries.map(([name, value]) =>
    typeof value === 'object' && value !== null ? name : `${name} ${String(value)}`,
  );
  return words.length === 0 ? 'defaults' : words.join(', ');
}
