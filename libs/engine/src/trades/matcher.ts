import type { FillPart } from './fill-part';
import type { RoundTrip } from './round-trip';

/** Makes the round trips of one period, from flat to flat, out of its fills in their order. */
export interface Matcher {
  /** Adds to the position. */
  enter(part: FillPart): void;
  /** Reduces the position, and leaves some of it. */
  exit(part: FillPart): void;
  /** Makes the position flat: its quantity is what is held, but for dust. */
  close(part: FillPart): void;
  /** Closed ones, then open ones. */
  roundTrips(): Iterable<RoundTrip>;
}
