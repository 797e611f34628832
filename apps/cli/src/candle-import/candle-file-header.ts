import { findColumns } from '../csv-import/csv-columns';

const TIME_NAMES = ['open_time', 'time', 'timestamp', 'date', 'datetime'] as const;
const NUMBER_NAMES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The place of each column that is read; others are ignored. */
export interface CandleFileHeader extends Readonly<Record<(typeof NUMBER_NAMES)[number], number>> {
  readonly time: number;
}

const RULE = `the time as one of ${TIME_NAMES.join(', ')}; ${NUMBER_NAMES.join(', ')}`;

/** Finds the columns by their names, in any order and letter case. Throws an Error that says what is allowed. */
export function readCandleFileHeader(names: readonly string[]): CandleFileHeader {
  const columns = [
    { what: 'the time', names: TIME_NAMES },
    ...NUMBER_NAMES.map((name) => ({ what: name, names: [name] })),
  ];
  const [time, open, high, low, close, volume] = findColumns(names, columns, RULE) as number[];
  return { time, open, high, low, close, volume };
}
