import { toSnakeCase } from '../database/snake-case-naming';

/** A plain record with its names in the wire's snake case, at every level. */
export function toWire(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [toSnakeCase(name), toWireValue(item)]),
  );
}

function toWireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWireValue);
  return typeof value === 'object' && value !== null ? toWire(value) : value;
}
