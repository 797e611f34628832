import type { FirstLine } from '../../uploads/file-lines';

/** The series of all lines, as it was entered. */
export interface GivenSeries {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

const SERIES_NAMES = ['exchange', 'symbol', 'interval'] as const satisfies readonly (keyof GivenSeries)[];

/** Which parts of the name of a series the lines bring themselves; names of columns are in any case. */
export const broughtBy = ({ format, names }: FirstLine): readonly (keyof GivenSeries)[] =>
  SERIES_NAMES.filter((wanted) =>
    names.some((name) => wanted === (format === 'csv' ? name.toLowerCase() : name)),
  );
