import { hasAtMostCharacters, isPlainText } from '#engine/market/plain-text';
import { field, type FieldOptions } from '../http/validation/field';

const MOST_ENTRIES = 32;

type Entries = readonly (readonly [name: string, value: number])[];

/** Name and number by colons, between commas; undefined where the text is no such list. */
export function readEntries(text: unknown): Entries | undefined {
  if (typeof text !== 'string') return undefined;
  const entries = text.split(',').map((entry) => {
    const colon = entry.lastIndexOf(':');
    return [entry.slice(0, colon), entry.slice(colon + 1)] as const;
  });
  const isEntry = ([name, value]: readonly [string, string]) =>
    name !== '' &&
    hasAtMostCharacters(name, 128) &&
    isPlainText(name, { lineBreaks: false }) &&
    /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) &&
    Number.isFinite(Number(value));
  if (entries.length > MOST_ENTRIES || !entries.every(isEntry)) return undefined;
  return entries.map(([name, value]) => [name, Number(value)] as const);
}

/** Numbers by name. Stays the text that came, so that a link to the next page carries it. */
export function EntriesField(options: FieldOptions): PropertyDecorator {
  return entriesField(
    `must be up to ${MOST_ENTRIES} entries name:number between commas`,
    () => true,
    options,
  );
}

/** Numbers by measure, of those that there are. */
export function MeasuresField(measures: readonly string[], options: FieldOptions): PropertyDecorator {
  const rule = `must be up to ${MOST_ENTRIES} entries measure:number between commas, with measures of ${measures.join(', ')}`;
  return entriesField(rule, (name) => measures.includes(name), options);
}

function entriesField(
  rule: string,
  isAllowed: (name: string) => boolean,
  options: FieldOptions,
): PropertyDecorator {
  const read = (value: unknown) =>
    readEntries(value)?.every(([name]) => isAllowed(name)) ? value : undefined;
  return field({ rule, read, schema: { type: String } }, { optional: true, ...options });
}
