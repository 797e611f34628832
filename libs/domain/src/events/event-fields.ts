import { INTERVALS } from '#engine/market/interval';

/** JSON Schema, draft 7, which AsyncAPI 3 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A field of an event's `data`: its schema, and in its type the value that belongs to it. */
export interface Field<Value> {
  readonly schema: JsonSchema;
  /** In the type alone. */
  readonly value?: Value;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What the fields hold, by their names. */
export type ValuesOf<Declared extends Fields> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Field<infer Value> ? Value : never;
};

/** The schema of an object that has all of the fields. It is open: later fields do not change its version. */
export function objectSchema(fields: Fields): JsonSchema {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return { type: 'object', required: Object.keys(fields), properties };
}

export function text(description: string, maximumCharacters?: number): Field<string> {
  return { schema: { type: 'string', description, maxLength: maximumCharacters } };
}

/** A price or volume: decimal text, digit for digit as stored. */
export function decimal(description: string): Field<string> {
  return { schema: { type: 'string', description, pattern: '^(0|[1-9]\\d*)(\\.\\d+)?$' } };
}

export function signedDecimal(description: string): Field<string> {
  return { schema: { type: 'string', description, pattern: '^-?(0|[1-9]\\d*)(\\.\\d+)?$' } };
}

/** RFC 3339 in UTC, without a fraction where it is zero. */
export function time(description: string): Field<string> {
  return { schema: { type: 'string', format: 'date-time', pattern: 'Z$', description } };
}

/** A UTC day. */
export function day(description: string): Field<string> {
  return { schema: { type: 'string', format: 'date', description } };
}

export function words<const Word extends string>(description: string, allowed: readonly Word[]): Field<Word> {
  return { schema: { type: 'string', enum: [...allowed], description } };
}

export function integer(description: string, minimum = 0): Field<number> {
  return { schema: { type: 'integer', minimum, description } };
}

export function number(description: string): Field<number> {
  return { schema: { type: 'number', description } };
}

export function list<Item>(description: string, { schema }: Field<Item>): Field<readonly Item[]> {
  return { schema: { type: 'array', items: schema, description } };
}

export function nullable<Value>({ schema }: Field<Value>): Field<Value | null> {
  const { enum: allowed, ...rest } = schema;
  const words = Array.isArray(allowed) ? { enum: [...(allowed as unknown[]), null] } : {};
  return { schema: { ...rest, type: [schema.type, 'null'], ...words } };
}

/** What names a series, in every event of one. */
export const SERIES_FIELDS = {
  exchange: text('Exchange, verbatim', 64),
  symbol: text('Symbol, verbatim', 128),
  interval: words('Length of a candle', INTERVALS),
};
