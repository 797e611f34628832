import type { FieldRule } from './field-rule';
import type { FieldProblem } from './validate-candle';

/** A field that may be absent or null. */
interface OptionalField<T> extends FieldRule<T> {
  readonly isOptional: true;
}

export function optional<Rule extends FieldRule<unknown>>(rule: Rule): Rule & { readonly isOptional: true } {
  return { ...rule, isOptional: true };
}

type Fields = Readonly<Record<string, FieldRule<unknown> | OptionalField<unknown>>>;

/** The values of the fields of a record by their names. */
export type RecordOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends OptionalField<infer T>
    ? T | undefined
    : F[Name] extends FieldRule<infer T>
      ? T
      : never;
};

/** Of the fields of a record that are not known: a line can have thousands. */
const MOST_UNKNOWN_LISTED = 10;

/**
 * The values of a record, or what is wrong with it: an entry for each field that breaks its rule, and each that is not known.
 * `what`: what the record is, such as "a fill".
 */
export function readRecord<F extends Fields>(
  record: Readonly<Record<string, unknown>>,
  { what, fields }: { readonly what: string; readonly fields: F },
): { readonly values: RecordOf<F> } | { readonly problems: readonly FieldProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [field, rule] of Object.entries(fields)) {
    const given = record[field];
    if (given === undefined || (given === null && 'isOptional' in rule)) {
      if (!('isOptional' in rule)) problems.push({ field, message: `is required and ${rule.rule}` });
      continue;
    }
    const value = rule.read(given);
    if (value === undefined) problems.push({ field, message: rule.rule });
    values[field] = value;
  }
  problems.push(...unknownFields(Object.keys(record), { what, known: Object.keys(fields) }));
  return problems.length > 0 ? { problems } : { values: values as RecordOf<F> };
}

/** What is wrong with the fields of a record that are not known, ten of them at most. */
export function unknownFields(
  given: readonly string[],
  { what, known }: { readonly what: string; readonly known: readonly string[] },
): FieldProblem[] {
  const unknown = given.filter((field) => !known.includes(field));
  const more = unknown.length - MOST_UNKNOWN_LISTED;
  return unknown.slice(0, MOST_UNKNOWN_LISTED).map((field, index) => {
    const others = more > 0 && index === MOST_UNKNOWN_LISTED - 1 ? `; and ${more} more fields are not` : '';
    return { field, message: `is not a field of ${what}; known: ${known.join(', ')}${others}` };
  });
}
