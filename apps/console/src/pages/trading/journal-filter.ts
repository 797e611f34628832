import type { Schemas } from '../../api/hooks';

/** What the service narrows entries and statistics by; nothing where a field is empty. */
export interface JournalFilter {
  readonly symbol?: string;
  readonly side?: Schemas['OrderSide'];
  readonly status?: Schemas['TradeState'];
  readonly start?: string;
  readonly end?: string;
  readonly tag?: string;
  readonly account?: string;
  readonly source?: Schemas['EntrySource'];
  readonly idea_id?: number;
}

/** The same as it is typed. */
export type FilterFields = Readonly<Record<keyof JournalFilter, string>>;

export const NO_FILTER: FilterFields = {
  symbol: '',
  side: '',
  status: '',
  start: '',
  end: '',
  tag: '',
  account: '',
  source: '',
  idea_id: '',
};

/** The filter as the parameters of a request: days begin and end in UTC, texts are trimmed. */
export function toFilter({ start, end, ...texts }: FilterFields): JournalFilter {
  const given = Object.entries({
    ...texts,
    start: start && `${start}T00:00:00Z`,
    end: end && `${end}T23:59:59.999Z`,
  })
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return Object.fromEntries(given);
}
