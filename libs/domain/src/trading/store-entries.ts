import type { EntityManager } from 'typeorm';
import type { RoundTrip } from '#engine/trades/round-trip';
import { COMPUTED_COLUMNS, type ComputedEntry } from './computed-entry';
import type { Rematched } from './rematched';
import type { KeptNotes } from './round-trip-entry.entity';

const COLUMNS = Object.keys(COMPUTED_COLUMNS);
const RECORD = Object.entries(COMPUTED_COLUMNS).map(([name, type]) => `${name} ${type}`);

/**
 * Locks the entries of what was matched again, and removes those whose round trip is no more; what was written to them is kept, for when
 * it is again.
 */
export async function dissolveEntries(
  manager: EntityManager,
  { position, start, fillIds }: Rematched,
  exists: (firstFillId: string, ordinal: number) => boolean,
): Promise<void> {
  const rows = await manager.query<{ id: number; firstFillId: string; ordinal: number; isBefore: boolean }[]>(
    `select id, first_fill_id as "firstFillId", ordinal, entry_time is not distinct from $2::timestamptz as "isBefore"
     from trade_journal_entries where position_id = $1 and ($2::timestamptz is null or entry_time >= $2)
     order by id for update`,
    [position.id, start ?? null],
  );
  const dissolved = rows.filter(
    ({ firstFillId, ordinal, isBefore }) =>
      // At the very time of the start there may be entries of the period before.
      !(isBefore && !fillIds.has(Number(firstFillId))) && !exists(firstFillId, ordinal),
  );
  if (dissolved.length === 0) return;
  await manager.query(
    `with dissolved as (
       delete from trade_journal_entries where id = any($1)
       returning id, first_fill_id, ordinal, jsonb_build_object('notes', notes, 'stop', stop::text, 'target', target::text,
         'tags', tags, 'ideaId', idea_id, 'backtestId', backtest_id, 'createdAt', created_at) as kept)
     update round_trip_entries round_trip set kept = dissolved.kept from dissolved
     where (round_trip.first_fill_id, round_trip.ordinal) = (dissolved.first_fill_id, dissolved.ordinal)`,
    [dissolved.map(({ id }) => id)],
  );
}

/** Gives round trips their entries' ids. */
export async function reserveEntries(
  manager: EntityManager,
  trips: readonly Pick<RoundTrip, 'firstFillId' | 'ordinal'>[],
): Promise<{ firstFillId: string; ordinal: number; entryId: number }[]> {
  if (trips.length === 0) return [];
  return manager.query(
    `insert into round_trip_entries (first_fill_id, ordinal, entry_id)
     select *, nextval(pg_get_serial_sequence('trade_journal_entries', 'id'))
     from unnest($1::bigint[], $2::integer[]) as trip (first_fill_id, ordinal)
     returning first_fill_id as "firstFillId", ordinal, entry_id as "entryId"`,
    [trips.map(({ firstFillId }) => firstFillId), trips.map(({ ordinal }) => ordinal)],
  );
}

/** New ones begin with the tags of their first fill; those that were dissolved with what had been written to them. */
export async function insertEntries(
  manager: EntityManager,
  entries: readonly (ComputedEntry & { readonly kept: KeptNotes | null })[],
): Promise<void> {
  if (entries.length === 0) return;
  await manager.query(
    `insert into trade_journal_entries (id, ${COLUMNS.join(', ')}, notes, stop, target, tags, idea_id, backtest_id, created_at)
     overriding system value
     select entry.id, ${COLUMNS.map((name) => `entry.${name}`).join(', ')}, kept ->> 'notes', (kept ->> 'stop')::numeric,
       (kept ->> 'target')::numeric,
       case when kept is null then fill.tags else array(select jsonb_array_elements_text(kept -> 'tags')) end,
       (select id from strategy_ideas where id = (kept ->> 'ideaId')::integer for key share),
       (select id from backtests where id = (kept ->> 'backtestId')::integer for key share),
       coalesce((kept ->> 'createdAt')::timestamptz, now())
     from jsonb_to_recordset($1::jsonb) as entry (id integer, kept jsonb, ${RECORD.join(', ')})
     join fills fill on fill.id = entry.first_fill_id order by entry.id`,
    [JSON.stringify(entries)],
  );
  await manager.query(
    `update round_trip_entries set kept = null
     where kept is not null and (first_fill_id, ordinal) in (select * from unnest($1::bigint[], $2::integer[]))`,
    [entries.map(({ first_fill_id }) => first_fill_id), entries.map(({ ordinal }) => ordinal)],
  );
}

/** Writes only what is not as it was. */
export async function updateEntries(
  manager: EntityManager,
  entries: readonly ComputedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const [stored, computed] = ['stored', 'computed'].map((table) =>
    COLUMNS.map((name) => `${table}.${name}`).join(', '),
  );
  await manager.query(
    `update trade_journal_entries stored set (${COLUMNS.join(', ')}) = row (${computed})
     from jsonb_to_recordset($1::jsonb) as computed (id integer, ${RECORD.join(', ')})
     where stored.id = computed.id and (${stored}) is distinct from (${computed})`,
    [JSON.stringify(entries)],
  );
}

export async function storePositions(manager: EntityManager, rematched: readonly Rematched[]): Promise<void> {
  if (rematched.length === 0) return;
  await manager.query(
    `update positions set quantity = held.quantity, average_price = held.average_price, matching = held.matching,
       last_fill_at = (select max(time) from fills where position_id = positions.id)
     from jsonb_to_recordset($1::jsonb) as held (id integer, quantity numeric, average_price numeric, matching text)
     where positions.id = held.id`,
    [
      JSON.stringify(
        rematched.map(({ position: { id, matching }, matched: { position } }) => ({
          id,
          matching,
          quantity: position.quantity,
          average_price: position.averagePrice,
        })),
      ),
    ],
  );
}
