import { toSnakeCase } from '../postgres/snake-case-naming';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A value with its names in the wire's snake case, at every level. */
export type Wire<Value> = Value extends readonly (infer Item)[]
  ? Wire<Item>[]
  : Value extends object
    ? { [Name in keyof Value & string as SnakeCase<Name>]: Wire<Value[Name]> }
    : Value;

/** A plain value with its names in the wire's snake case, at every level. */
export function toWire<Value>(value: Value): Wire<Value> {
  return convert(value) as Wire<Value>;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [toSnakeCase(name), convert(item)]));
}
