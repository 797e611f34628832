import { POSITIVE_DECIMAL_PATTERN } from '#engine/decimal/decimal-text';
import { DATE_TIME, DECIMAL, INTERVAL, POSITIVE_DECIMAL, textRule } from '#engine/market/field-rule';
import { INTERVALS } from '#engine/market/interval';
import { DATE_RULE, parseDate } from '#engine/market/parse-time';
import { hasAtMostCharacters, isPlainText } from '#engine/market/plain-text';
import { SIGNED_DECIMAL } from '#engine/trades/fill-record';
import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { CursorKey } from '../cursor';
import { BrokenWithin, declaredFields, field, type FieldOptions } from './field';
import { readFields } from './read-fields';

interface TextOptions extends FieldOptions {
  readonly maximum: number;
}

export function TextField({ maximum, ...options }: TextOptions): PropertyDecorator {
  return field({ ...textRule(maximum), schema: { type: String, minLength: 1, maxLength: maximum } }, options);
}

/** A list of texts as TextField has them. */
export function TextListField({
  mostItems,
  maximum,
  ...options
}: TextOptions & { readonly mostItems: number }): PropertyDecorator {
  const isItem = (item: unknown) =>
    typeof item === 'string' &&
    item !== '' &&
    hasAtMostCharacters(item, maximum) &&
    isPlainText(item, { lineBreaks: false });
  const read = (value: unknown) =>
    Array.isArray(value) && value.length <= mostItems && value.every(isItem) ? value : undefined;
  const rule = `must be a list of up to ${mostItems} texts of 1 to ${maximum} characters without control characters`;
  const items = { type: 'string', minLength: 1, maxLength: maximum };
  return field({ rule, read, schema: { type: 'array', items, maxItems: mostItems } }, options);
}

/** A list of one or more objects, each read by the fields that its class declares; others are refused. */
export function ObjectListField(
  item: Type,
  { mostItems, ...options }: FieldOptions & { readonly mostItems: number },
): PropertyDecorator {
  return field(
    {
      rule: objectListRule(mostItems),
      read: (value) => readObjects(item, value, mostItems),
      schema: { type: [item], minItems: 1, maxItems: mostItems },
    },
    options,
  );
}

function objectListRule(mostItems: number): string {
  return `must be an array of 1 to ${mostItems} objects`;
}

/** The objects of a list, or what is wrong with them; undefined where it is no such list. */
export function readObjects(
  item: Type,
  value: unknown,
  mostItems: number,
): object[] | BrokenWithin | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostItems || !value.every(isObject))
    return undefined;
  const items = value.map((each) => readFields(item, each, { unknownFields: 'refuse' }));
  const problems = items.flatMap((each, index) =>
    'value' in each
      ? []
      : each.problems.map(({ field, message }) => ({ field: `${index}.${field}`, message })),
  );
  if (problems.length === 0) return items.flatMap((each) => ('value' in each ? [each.value] : []));
  return new BrokenWithin(
    problems,
    items.every((each) => 'value' in each || each.isMissing),
  );
}

/** An object that is read by the fields which its class declares; others are refused. */
export function NestedField(nested: Type, options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => {
    if (!isObject(value)) return undefined;
    const fields = readFields(nested, value, { unknownFields: 'refuse' });
    return 'value' in fields ? fields.value : new BrokenWithin(fields.problems, fields.isMissing);
  };
  const rule = `must be an object with ${[...declaredFields(nested).keys()].join(', ')}`;
  return field({ rule, read, schema: { type: nested } }, options);
}

/** Free text that may be empty and have lines. */
export function NotesField({ maximum, ...options }: TextOptions): PropertyDecorator {
  const read = (value: unknown) =>
    typeof value === 'string' &&
    hasAtMostCharacters(value, maximum) &&
    isPlainText(value, { lineBreaks: true })
      ? value
      : undefined;
  const rule = `must be a text of up to ${maximum} characters without control characters (line breaks are fine)`;
  return field({ rule, read, schema: { type: String, maxLength: maximum } }, options);
}

const DECIMAL_PATTERN = '^(0|[1-9]\\d{0,19})(\\.\\d{1,18})?$';

export function DecimalField(options: FieldOptions & { readonly positive?: boolean }): PropertyDecorator {
  const { positive = false, ...rest } = options;
  const pattern = positive ? POSITIVE_DECIMAL_PATTERN : DECIMAL_PATTERN;
  const schema = { type: String, format: 'decimal', pattern };
  return field({ ...(positive ? POSITIVE_DECIMAL : DECIMAL), schema }, rest);
}

/** A decimal that may be negative. */
export function SignedDecimalField(options: FieldOptions): PropertyDecorator {
  return field(SIGNED_DECIMAL, options);
}

/** Arrives as RFC 3339 text, is used as a Date. */
export function DateTimeField(options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => {
    const time = DATE_TIME.read(value);
    return time === undefined ? undefined : new Date(time);
  };
  return field({ rule: DATE_TIME.rule, read, schema: { type: String, format: 'date-time' } }, options);
}

export function DateField(options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) =>
    typeof value === 'string' && parseDate(value) !== undefined ? value : undefined;
  const rule = `must be ${DATE_RULE}`;
  return field({ rule, read, schema: { type: String, format: 'date' } }, options);
}

export function IntervalField(options: Omit<FieldOptions, 'description'>): PropertyDecorator {
  const schema = { type: String, enum: [...INTERVALS] };
  return field(
    { ...INTERVAL, schema },
    { description: 'The time a candle spans', example: '1d', ...options },
  );
}

export function OneOfField(words: readonly string[], options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => (typeof value === 'string' && words.includes(value) ? value : undefined);
  return field(
    { rule: `must be one of ${words.join(', ')}`, read, schema: { type: String, enum: [...words] } },
    options,
  );
}

interface IntegerOptions extends FieldOptions {
  readonly minimum: number;
  readonly maximum: number;
}

/** A JSON number in a body. */
export function IntegerField({ minimum, maximum, ...options }: IntegerOptions): PropertyDecorator {
  const read = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? value
      : undefined;
  return field(
    { rule: integerRule(minimum, maximum), read, schema: { type: 'integer', minimum, maximum } },
    options,
  );
}

/** The text of an integer in a query. */
export function IntegerQueryField({ minimum, maximum, ...options }: IntegerOptions): PropertyDecorator {
  const read = (value: unknown) => {
    if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return undefined;
    const number = Number(value);
    return number >= minimum && number <= maximum ? number : undefined;
  };
  return field(
    { rule: integerRule(minimum, maximum), read, schema: { type: 'integer', minimum, maximum } },
    options,
  );
}

/** The opaque text that a Link header gave out; it is used as the key it carries. */
export function CursorQueryField(
  decode: (cursor: string) => CursorKey | undefined,
  options: FieldOptions,
): PropertyDecorator {
  const read = (value: unknown) => (typeof value === 'string' ? decode(value) : undefined);
  const rule = 'must be a cursor as the Link header of a page of this list gives it';
  return field({ rule, read, schema: { type: String, pattern: '^[A-Za-z0-9_-]+$' } }, options);
}

/** true or false. */
export function BooleanField(options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
  return field({ rule: 'must be true or false', read, schema: { type: Boolean } }, options);
}

/** true or false in a query. */
export function BooleanQueryField(options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : undefined);
  return field({ rule: 'must be true or false', read, schema: { type: Boolean } }, options);
}

/** A finite number or null. */
export function NumberField(options: FieldOptions): PropertyDecorator {
  const read = (value: unknown) => (Number.isFinite(value) ? value : undefined);
  return field({ rule: 'must be a number', read, schema: { type: Number } }, options);
}

function integerRule(minimum: number, maximum: number): string {
  return `must be an integer from ${minimum} to ${maximum}`;
}

/** Of a JSON object of free form, as compact JSON in UTF-8. */
const MOST_OBJECT_KIBIBYTES = 64;

interface ObjectOptions extends FieldOptions {
  /** What the document says of it; nothing here checks it. */
  readonly schema: { readonly $ref: string };
  readonly mostKibibytes?: number;
}

/** A JSON object whose texts any store can hold. */
export function ObjectField({
  schema,
  mostKibibytes = MOST_OBJECT_KIBIBYTES,
  ...options
}: ObjectOptions): PropertyDecorator {
  const read = (value: unknown) =>
    isObject(value) && isStorable(value) && Buffer.byteLength(JSON.stringify(value)) <= mostKibibytes * 1024
      ? value
      : undefined;
  const rule =
    `must be a JSON object of at most ${mostKibibytes} KiB whose texts hold no control characters and whose ` +
    'numbers are finite';
  return field({ rule, read, schema: { type: 'object', allOf: [schema] } as ApiPropertyOptions }, options);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value, { lineBreaks: true });
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, item]) => isPlainText(key, { lineBreaks: false }) && isStorable(item),
  );
}
