import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { type EntrySource, TradeJournalEntry, type TradeSide } from './trade-journal-entry.entity';

/** A trade is open until it has an exit price. */
export const TRADE_STATES = ['open', 'closed'] as const;

export type TradeState = (typeof TRADE_STATES)[number];

/** Which entries of the journal; what is left out limits nothing. */
export interface JournalFilter {
  readonly symbol?: string;
  readonly side?: TradeSide;
  readonly status?: TradeState;
  /** Of the entry time, else of the creation; both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
  readonly tag?: string;
  readonly account?: string;
  readonly source?: EntrySource;
  readonly ideaId?: number;
}

/** By properties of the entity; each parameter has the name of its part of the filter. */
const CONDITIONS: Readonly<Record<keyof JournalFilter, string>> = {
  symbol: 'entry.symbol = :symbol',
  side: 'entry.side = :side',
  status: `entry.exitPrice is null = (:status = 'open')`,
  start: 'coalesce(entry.entryTime, entry.createdAt) >= :start',
  end: 'coalesce(entry.entryTime, entry.createdAt) <= :end',
  tag: 'entry.tags @> array[:tag]',
  account: 'entry.account = :account',
  source: 'entry.source = :source',
  // A number may be too large to be an id.
  ideaId: 'entry.ideaId = cast(:ideaId as bigint)',
};

/** A query of the entries that match, under the alias `entry`. */
export function filteredEntries(
  manager: EntityManager,
  filter: JournalFilter,
): SelectQueryBuilder<TradeJournalEntry> {
  const query = manager.createQueryBuilder(TradeJournalEntry, 'entry');
  for (const name of givenParts(filter)) query.andWhere(CONDITIONS[name], { [name]: filter[name] });
  return query;
}

export function givenParts(filter: JournalFilter): (keyof JournalFilter)[] {
  return (Object.keys(CONDITIONS) as (keyof JournalFilter)[]).filter((name) => filter[name] !== undefined);
}
