import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoundTrip } from '#engine/trades/round-trip';
import type { KeptNotes } from './round-trip-entry.entity';
import type { Rematched } from './rematched';
import { type ComputedEntry, toComputedEntry } from './computed-entry';
import {
  dissolveEntries,
  insertEntries,
  reserveEntries,
  storePositions,
  updateEntries,
} from './store-entries';

/** The entry of a round trip, where it has one, and what was written to it. */
interface KnownEntry {
  readonly firstFillId: string;
  readonly ordinal: number;
  readonly entryId: number;
  readonly isDeleted: boolean;
  /** Null while the entry exists. */
  readonly kept: KeptNotes | null;
  readonly stop: string | null;
}

interface MatchedTrip {
  readonly each: Rematched;
  readonly trip: RoundTrip;
  readonly funding: string | null;
}

/** In a statement: it takes the event loop some milliseconds, and the database far less than a statement may. */
const TRIPS_AT_A_TIME = 1_000;

/** Writes what matching found to the journal. An entry keeps its id, and what was written to it, as long as its first fill exists. */
@Injectable()
export class EntryWrites {
  async write(manager: EntityManager, rematched: readonly Rematched[]): Promise<void> {
    const trips = rematched.flatMap((each) =>
      each.matched.roundTrips.map((trip, index): MatchedTrip => ({
        each,
        trip,
        funding: each.funding[index],
      })),
    );
    const tripKeys = new Set(trips.map(({ trip }) => keyOf(String(trip.firstFillId), trip.ordinal)));
    for (const each of rematched) {
      await dissolveEntries(manager, each, (firstFillId, ordinal) =>
        tripKeys.has(keyOf(firstFillId, ordinal)),
      );
    }
    for (let start = 0; start < trips.length; start += TRIPS_AT_A_TIME) {
      await this.writeTrips(manager, trips.slice(start, start + TRIPS_AT_A_TIME));
    }
    await storePositions(manager, rematched);
  }

  private async writeTrips(manager: EntityManager, trips: readonly MatchedTrip[]): Promise<void> {
    const known = await this.findKnown(
      manager,
      trips.map(({ trip }) => trip.firstFillId),
    );
    const isNew = trips.filter(({ trip }) => !known.has(keyOf(String(trip.firstFillId), trip.ordinal)));
    for (const entry of await reserveEntries(
      manager,
      isNew.map(({ trip }) => trip),
    )) {
      known.set(keyOf(entry.firstFillId, entry.ordinal), {
        ...entry,
        isDeleted: false,
        kept: null,
        stop: null,
      });
    }
    const created = new Set(isNew.map(({ trip }) => trip));
    const inserted: (ComputedEntry & { kept: KeptNotes | null })[] = [];
    const updated: ComputedEntry[] = [];
    for (const { each, trip, funding } of trips) {
      const { entryId, isDeleted, kept, stop } = known.get(keyOf(String(trip.firstFillId), trip.ordinal))!;
      if (isDeleted) continue;
      const entry = toComputedEntry(each, trip, { id: entryId, funding, stop: kept?.stop ?? stop });
      if (created.has(trip) || kept) inserted.push({ ...entry, kept });
      else updated.push(entry);
    }
    await insertEntries(manager, inserted);
    await updateEntries(manager, updated);
  }

  private async findKnown(
    manager: EntityManager,
    fillIds: readonly number[],
  ): Promise<Map<string, KnownEntry>> {
    const rows = await manager.query<KnownEntry[]>(
      `select round_trip.first_fill_id as "firstFillId", round_trip.ordinal, round_trip.entry_id as "entryId",
         round_trip.is_deleted as "isDeleted", round_trip.kept, entry.stop
       from round_trip_entries round_trip left join trade_journal_entries entry on entry.id = round_trip.entry_id
       where round_trip.first_fill_id = any($1::bigint[])`,
      [[...new Set(fillIds)]],
    );
    return new Map(rows.map((row) => [keyOf(row.firstFillId, row.ordinal), row]));
  }
}

function keyOf(firstFillId: string, ordinal: number): string {
  return `${firstFillId}:${ordinal}`;
}
