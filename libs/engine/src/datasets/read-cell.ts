import { type FieldRule, textRule } from '../market/field-rule';
import { OPEN_TIME_RULE, parseOpenTime } from '../market/parse-open-time';
import { LONGEST_TEXT_CHARACTERS, type StoredType } from './dataset-column';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** An empty field of CSV; null, an empty text, or no field of JSON. */
export function hasNoValue(cell: unknown): boolean {
  return cell === '' || cell === null || cell === undefined;
}

/** What a cell of each type must be, in CSV or in JSON. Flags are 0 and 1, times are in ms. */
export const CELL_RULES: Readonly<Record<StoredType, FieldRule<number | string>>> = {
  number: { rule: 'must be a finite number, or empty where there is no value', read: readNumber },
  flag: { rule: 'must be true or false, or empty where there is no value', read: readFlag },
  text: textRule(LONGEST_TEXT_CHARACTERS),
  time: { rule: `must be ${OPEN_TIME_RULE}`, read: readTime },
};

/** The type of a column whose first value is this one. */
export function inferType(cell: unknown): StoredType {
  if (typeof cell === 'boolean' || (typeof cell === 'string' && /^(?:true|false)$/i.test(cell)))
    return 'flag';
  if (typeof cell !== 'string' || NUMBER.test(cell) || NOT_FINITE.test(cell)) return 'number';
  return 'text';
}

function readNumber(cell: unknown): number | undefined {
  const value = typeof cell === 'string' && NUMBER.test(cell) ? Number(cell) : cell;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // Text has no negative zero, so that what is read and sent again is the same content.
  return value === 0 ? 0 : value;
}

const FLAGS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [true, 1],
  [1, 1],
  ['1', 1],
  ['true', 1],
  [false, 0],
  [0, 0],
  ['0', 0],
  ['false', 0],
]);

function readFlag(cell: unknown): number | undefined {
  return FLAGS.get(typeof cell === 'string' ? cell.toLowerCase() : cell);
}

function readTime(cell: unknown): number | undefined {
  const text = typeof cell === 'number' ? String(cell) : cell;
  return typeof text === 'string' ? parseOpenTime(text, '1d') : undefined;
}
