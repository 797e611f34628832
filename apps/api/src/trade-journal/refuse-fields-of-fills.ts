import type { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { unprocessable } from '../http/api-error';

/** Throws 422 where an entry is made of fills and one of the fields, which its fills say, is to be changed. */
export function refuseFieldsOfFills<Changes extends object>(
  { source }: TradeJournalEntry,
  changes: Changes,
  fields: readonly (keyof Changes & string)[],
): void {
  if (source !== 'fills') return;
  const given = fields.filter((field) => changes[field] !== undefined);
  if (given.length === 0) return;
  const message = 'is made of the fills of this entry and cannot be changed; send the corrected fill instead';
  throw unprocessable(given.map((field) => ({ field, message })));
}
