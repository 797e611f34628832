import { hasAtMostCharacters, isPlainText } from '#engine/market/plain-text';
import { indexOfWord } from '#engine/portfolio-search/parameter-words';
import { field, type FieldOptions } from '../http/validation/field';

const MOST_ENTRIES = 32;

type Entries = readonly (readonly [name: string, value: number])[];

/** Reads the text of a value by the name before it. */
type ReadValue = (name: string, text: string) => number | undefined;

const readNumber: ReadValue = (_, text) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

/** A number, or a word of a setting that can be searched: the index that combinations have of it. */
const readParameter: ReadValue = (name, text) => readNumber(name, text) ?? indexOfWord(name, text);

/** As `readEntries`, of parameters. */
export function readParameters(text: unknown): Entries | undefined {
  return readEntries(text, readParameter);
}

/** Name and number by colons, between commas; undefined where the text is no such list. */
export function readEntries(text: unknown, readValue = readNumber): Entries | undefined {
  if (typeof text !== 'string') return undefined;
  const entries = text.split(',').map((entry) => {
    const colon = entry.lastIndexOf(':');
    const name = entry.slice(0, colon);
    return [name, readValue(name, entry.slice(colon + 1))] as const;
  });
  const isEntry = (entry: readonly [string, number | undefined]): entry is Entries[number] =>
    entry[0] !== '' &&
    hasAtMostCharacters(entry[0], 128) &&
    isPlainText(entry[0], { lineBreaks: false }) &&
    entry[1] !== undefined;
  return entries.length <= MOST_ENTRIES && entries.every(isEntry) ? entries : undefined;
}

/** Numbers by name, or words of a portfolio's settings. Stays the text that came, so that a link to the next page carries it. */
export function EntriesField(options: FieldOptions): PropertyDecorator {
  return entriesField(
    `must be up to ${MOST_ENTRIES} entries name:number between commas`,
    (value) => readParameters(value) !== undefined,
    options,
  );
}

/** Numbers by measure, of those that there are. */
export function MeasuresField(measures: readonly string[], options: FieldOptions): PropertyDecorator {
  const rule = `must be up to ${MOST_ENTRIES} entries measure:number between commas, with measures of ${measures.join(', ')}`;
  const isOfMeasures = (value: unknown) =>
    readEntries(value)?.every(([name]) => measures.includes(name)) ?? false;
  return entriesField(rule, isOfMeasures, options);
}

function entriesField(
  rule: string,
  isAllowed: (value: unknown) => boolean,
  options: FieldOptions,
): PropertyDecorator {
  const read = (value: unknown) => (isAllowed(value) ? value : undefined);
  return field({ rule, read, schema: { type: String } }, { optional: true, ...options });
}
