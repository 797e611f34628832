import type { SeriesName } from '#domain/market-data/series.repository';

/** Who says which series open streams request. */
export interface WantedSeries {
  wantedSeries(): Promise<readonly SeriesName[]>;
}

export const WANTED_SERIES = Symbol('WANTED_SERIES');
