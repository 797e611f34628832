import { findColumns } from './csv-columns';

const TIME_NAMES = ['open_time', 'time', 'timestamp', 'date', 'datetime'] as const;
const NUMBER_NAMES = ['open', 'high', 'low', 'close', 'volume'] as const;
const SERIES_NAMES = ['exchange', 'symbol', 'interval'] as const;

/** The index of each column that is read; others are ignored. Those that name the series may be missing. */
export interface CandleCsvHeader
  extends
    Readonly<Record<(typeof NUMBER_NAMES)[number], number>>,
    Readonly<Partial<Record<(typeof SERIES_NAMES)[number], number>>> {
  readonly time: number;
}

const RULE = `the time as one of ${TIME_NAMES.join(', ')}; ${NUMBER_NAMES.join(', ')}`;

/** Finds the columns by their names, in any order and letter case. Throws an Error that says what is allowed. */
export function readCandleCsvHeader(names: readonly string[]): CandleCsvHeader {
  const columns = [
    { what: 'the time', names: TIME_NAMES },
    ...NUMBER_NAMES.map((name) => ({ what: name, names: [name] })),
    ...SERIES_NAMES.map((name) => ({ what: name, names: [name], optional: true as const })),
  ];
  const [time, open, high, low, close, volume, ...series] = findColumns(names, columns, RULE) as number[];
  const [exchange, symbol, interval] = series as (number | undefined)[];
  return {
    time,
    open,
    high,
    low,
    close,
    volume,
    ...(exchange !== undefined && { exchange }),
    ...(symbol !== undefined && { symbol }),
    ...(interval !== undefined && { interval }),
  };
}
