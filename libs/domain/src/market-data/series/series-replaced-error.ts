import { arrayLiteral, textArrayLiteral } from '../../postgres/array-literals';
import type { IdentifiedSeries } from './candle-writes';
import type { SeriesName } from './series-name';

/**
 * A remembered id does not belong to its series any more: the database was restored or exchanged, or the series was deleted.
 * Nothing was stored under that id.
 */
export class SeriesReplacedError extends Error {
  readonly code = 'SERIES_REPLACED';

  constructor(names: readonly SeriesName[]) {
    const list = names.map(({ exchange, symbol, interval }) => `${exchange} ${symbol} ${interval}`);
    super(`These series are no longer stored under their known ids: ${list.join(', ')}`);
    this.name = 'SeriesReplacedError';
  }
}

/** Four arrays of a statement: ids, exchanges, symbols and intervals. */
export function identityColumns(
  series: readonly IdentifiedSeries[],
): [ids: string, exchanges: string, symbols: string, intervals: string] {
  return [
    arrayLiteral(series.map(({ seriesId }) => seriesId)),
    textArrayLiteral(series.map(({ name }) => name.exchange)),
    textArrayLiteral(series.map(({ name }) => name.symbol)),
    textArrayLiteral(series.map(({ name }) => name.interval)),
  ];
}

/** Throws where the database does not know all of the series under these ids and names. */
export function requireAllKnown(series: readonly IdentifiedSeries[], knownIds: ReadonlySet<number>): void {
  const replaced = series.filter(({ seriesId }) => !knownIds.has(seriesId));
  if (replaced.length > 0) throw new SeriesReplacedError(replaced.map(({ name }) => name));
}
