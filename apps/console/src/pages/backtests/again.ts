import type { RunSearch } from '../search-parameters';
import { runSearchOf } from '../submit/run-search';
import type { Report } from './report';

/** What the form of a new run begins with: the same request. */
export function searchOf({ benchmark_series: { exchange, symbol }, ...report }: Report): RunSearch {
  const isOwn = exchange === report.exchange && symbol === report.symbol;
  return runSearchOf({ ...report, benchmark: isOwn ? null : { exchange, symbol } });
}
