const LONGEST_LIST = 2;

/** Lists of an answer cut to their first items. */
export function cutShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(cutShort);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutShort(item)]));
}

const FORMATS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['decimal', /^-?\d+(\.\d+)?$/],
  ['sha256', /^[0-9a-f]{64}$/],
];

/** The keys of an answer at every level, with the type of each value, and the format of each text. */
export function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
  }
  if (typeof value !== 'string') return typeof value;
  return FORMATS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}
