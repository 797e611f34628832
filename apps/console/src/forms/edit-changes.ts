import type { Problem } from '../api/problem';

/** How a field of a record is edited: as text, whatever it is. */
export interface EditField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'decimal' | 'integer' | 'time' | 'tags' | 'choice';
  readonly hint?: string;
  readonly options?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly required?: boolean;
}

export type Draft = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

/** A value of a record as it is shown in a field. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function draftOf(fields: readonly EditField[], body: Body): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, fieldText(body[name])]));
}

/** What was changed in the draft since it was taken of the record, as the service takes it: an empty field is null. */
export function changesOf(fields: readonly EditField[], body: Body, draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => draft[name] !== fieldText(body[name]))
      .map((field) => [field.name, valueOf(field, draft[field.name] ?? '')]),
  );
}

function valueOf({ kind, required }: EditField, text: string): unknown {
  const trimmed = kind === 'long' ? text : text.trim();
  if (kind === 'tags')
    return trimmed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  if (trimmed === '') return required ? '' : null;
  // What is no number is sent as it is: the service says what is allowed.
  if (kind === 'integer' && /^\d+$/.test(trimmed)) return Number(trimmed);
  return trimmed;
}

/** The fields that differ between two states of a record, with both texts. */
export function differences(fields: readonly EditField[], before: Body, now: Body) {
  return fields
    .map(({ name, label }) => ({ label, before: fieldText(before[name]), now: fieldText(now[name]) }))
    .filter((one) => one.before !== one.now);
}

/** Whether every field that a problem names is one of these. */
export const areShown = ({ errors }: Problem, fields: readonly EditField[]): boolean =>
  errors.every(({ field }) => fields.some(({ name }) => name === field));
