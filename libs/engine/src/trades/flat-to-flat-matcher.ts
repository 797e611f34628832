import type { FillPart } from './fill-part';
import type { Matcher } from './matcher';
import type { RoundTrip } from './round-trip';
import { type PeriodContext, RoundTripParts } from './round-trip-parts';

/** One round trip, of all fills of the period. */
export class FlatToFlatMatcher implements Matcher {
  private readonly trip: RoundTripParts;
  private isClosed = false;

  constructor(context: PeriodContext) {
    this.trip = new RoundTripParts(context, 0);
  }

  enter(part: FillPart): void {
    this.trip.add('entry', part);
  }

  exit(part: FillPart): void {
    this.trip.add('exit', part);
  }

  close(part: FillPart): void {
    this.exit(part);
    this.isClosed = true;
  }

  *roundTrips(): Generator<RoundTrip> {
    yield this.trip.toRoundTrip(this.isClosed);
  }
}
