import { compare } from '../decimal/exact-decimal';
import type { ValueOf } from './contract-value';
import { type FillPart, splitPart } from './fill-part';
import type { Matcher } from './matcher';
import type { RoundTrip } from './round-trip';
import { type PeriodContext, RoundTripParts } from './round-trip-parts';

/** What is open of an entry, and how many exits it has had. */
interface OpenEntry {
  readonly part: FillPart;
  readonly ordinal: number;
}

/** Each exit with the oldest entries that are open: a round trip per entry and exit, the open rest of an entry its last one. */
export class FifoMatcher implements Matcher {
  private readonly closed: RoundTrip[] = [];
  private readonly entries: OpenEntry[] = [];
  /** Index of the oldest open entry. */
  private oldest = 0;

  constructor(
    private readonly context: PeriodContext,
    private readonly valueOf: ValueOf,
  ) {}

  enter(part: FillPart): void {
    this.entries.push({ part, ordinal: 0 });
  }

  exit(part: FillPart): void {
    const left = this.closeExceededEntries(part);
    const { part: entry, ordinal } = this.entries[this.oldest];
    if (compare(left.quantity, entry.quantity) === 0) {
      this.oldest++;
      this.closeTrip(ordinal, [entry], left);
    } else {
      const [taken, rest] = splitPart(entry, left.quantity, this.valueOf);
      this.entries[this.oldest] = { part: rest, ordinal: ordinal + 1 };
      this.closeTrip(ordinal, [taken], left);
    }
  }

  /** The last round trip takes in what is left of the entries and of the exit: dust. */
  close(part: FillPart): void {
    const left = this.closeExceededEntries(part);
    const rest = this.entries.slice(this.oldest);
    this.oldest = this.entries.length;
    this.closeTrip(
      rest[0].ordinal,
      rest.map((entry) => entry.part),
      left,
    );
  }

  *roundTrips(): Generator<RoundTrip> {
    yield* this.closed;
    for (let index = this.oldest; index < this.entries.length; index++) {
      const { part, ordinal } = this.entries[index];
      yield new RoundTripParts(this.context, ordinal).add('entry', part).toRoundTrip(false);
    }
  }

  /** Closes the entries of which the exit is larger, all but the last one; what is left of the exit. */
  private closeExceededEntries(exit: FillPart): FillPart {
    let left = exit;
    while (this.oldest < this.entries.length - 1) {
      const { part: entry, ordinal } = this.entries[this.oldest];
      if (compare(left.quantity, entry.quantity) <= 0) break;
      const [taken, rest] = splitPart(left, entry.quantity, this.valueOf);
      left = rest;
      this.oldest++;
      this.closeTrip(ordinal, [entry], taken);
    }
    return left;
  }

  private closeTrip(ordinal: number, entries: readonly FillPart[], exit: FillPart): void {
    const trip = new RoundTripParts(this.context, ordinal);
    for (const part of entries) trip.add('entry', part);
    this.closed.push(trip.add('exit', exit).toRoundTrip(true));
  }
}
