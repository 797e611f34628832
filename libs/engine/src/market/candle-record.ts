import { DATE_TIME, DECIMAL, type FieldRule, INTERVAL, POSITIVE_DECIMAL, textRule } from './field-rule';
import type { Interval } from './interval';
import { unknownFields } from './record-fields';
import type { CandlePrices, FieldProblem } from './validate-candle';

export const EXCHANGE_MAXIMUM_CHARACTERS = 64;
export const SYMBOL_MAXIMUM_CHARACTERS = 128;

/** A candle as a request or a line of a file names it. */
export interface CandleRecord extends CandlePrices {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Interval;
  /** Milliseconds since 1970 UTC, whole seconds. */
  readonly openTime: number;
}

/** Names repeat from line to line: the one of the line before is not checked again. */
function repeating<T>(rule: FieldRule<T>): FieldRule<T> {
  let latest: unknown;
  let read: T | undefined;
  return {
    ...rule,
    read: (value) => {
      if (value !== latest) {
        read = rule.read(value);
        latest = value;
      }
      return read;
    },
  };
}

/** The fields by which a candle comes in, each under the name that requests and files give it. */
export const CANDLE_FIELDS = {
  exchange: repeating(textRule(EXCHANGE_MAXIMUM_CHARACTERS)),
  symbol: repeating(textRule(SYMBOL_MAXIMUM_CHARACTERS)),
  interval: repeating(INTERVAL),
  open_time: DATE_TIME,
  open: POSITIVE_DECIMAL,
  high: POSITIVE_DECIMAL,
  low: POSITIVE_DECIMAL,
  close: POSITIVE_DECIMAL,
  volume: DECIMAL,
} as const;

export type CandleField = keyof typeof CANDLE_FIELDS;

const FIELD_NAMES = Object.keys(CANDLE_FIELDS) as CandleField[];

/**
 * The candle of a record, or what is wrong with its fields: an entry for each that breaks its rule and each that is not a
 * field. How the numbers of a candle belong together is checked where it is stored. `openTime`: how the time may be written.
 */
export function readCandleRecord(
  record: Readonly<Record<string, unknown>>,
  openTime: FieldRule<number> = CANDLE_FIELDS.open_time,
): CandleRecord | readonly FieldProblem[] {
  const candle = Object.keys(record).length === FIELD_NAMES.length ? readFields(record, openTime) : undefined;
  return candle ?? problemsOf(record, openTime);
}

/** As `readCandleRecord`, of a record that has no other fields. */
export function readCandleFields(
  record: Readonly<Record<CandleField, unknown>>,
  openTime: FieldRule<number> = CANDLE_FIELDS.open_time,
): CandleRecord | readonly FieldProblem[] {
  return readFields(record, openTime) ?? problemsOf(record, openTime);
}

function readFields(
  record: Readonly<Partial<Record<CandleField, unknown>>>,
  openTime: FieldRule<number>,
): CandleRecord | undefined {
  const exchange = CANDLE_FIELDS.exchange.read(record.exchange);
  const symbol = CANDLE_FIELDS.symbol.read(record.symbol);
  const interval = CANDLE_FIELDS.interval.read(record.interval);
  const time = openTime.read(record.open_time);
  const open = CANDLE_FIELDS.open.read(record.open);
  const high = CANDLE_FIELDS.high.read(record.high);
  const low = CANDLE_FIELDS.low.read(record.low);
  const close = CANDLE_FIELDS.close.read(record.close);
  const volume = CANDLE_FIELDS.volume.read(record.volume);
  if (
    exchange === undefined ||
    symbol === undefined ||
    interval === undefined ||
    time === undefined ||
    open === undefined ||
    high === undefined ||
    low === undefined ||
    close === undefined ||
    volume === undefined
  ) {
    return undefined;
  }
  return { exchange, symbol, interval, openTime: toWholeSecond(time), open, high, low, close, volume };
}

/** A time in milliseconds, without its fraction of a second. */
export function toWholeSecond(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

function problemsOf(record: Readonly<Record<string, unknown>>, openTime: FieldRule<number>): FieldProblem[] {
  const broken = FIELD_NAMES.flatMap((field): FieldProblem[] => {
    const { rule, read } = field === 'open_time' ? openTime : CANDLE_FIELDS[field];
    const value = record[field];
    if (value === undefined) return [{ field, message: `is required and ${rule}` }];
    return read(value) === undefined ? [{ field, message: rule }] : [];
  });
  return [...broken, ...unknownFields(Object.keys(record), { what: 'a candle', known: FIELD_NAMES })];
}
