import type { IdentifiedSeries } from './candle-writes';
import type { SeriesName } from './series.repository';

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
): [number[], string[], string[], string[]] {
  return [
    series.map(({ seriesId }) => seriesId),
    series.map(({ name }) => name.exchange),
    series.map(({ name }) => name.symbol),
    series.map(({ name }) => name.interval),
  ];
}

/** Throws where the database does not know all of the series under these ids and names. */
export function requireAllKnown(series: readonly IdentifiedSeries[], knownIds: ReadonlySet<number>): void {
  const replaced = series.filter(({ seriesId }) => !knownIds.has(seriesId));
  if (replaced.length > 0) throw new SeriesReplacedError(replaced.map(({ name }) => name));
}
