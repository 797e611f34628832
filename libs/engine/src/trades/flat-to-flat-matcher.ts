import type { FillPart } from './fill-part';
import type { Matcher } from './matcher';
import type { RoundTrip } from './round-trip';
import { type LegPart, type PeriodContext, toRoundTrip } from './to-round-trip';

/** One round trip, of all fills of the period. */
export class FlatToFlatMatcher implements Matcher {
  private readonly parts: LegPart[] = [];
  private isClosed = false;

  constructor(private readonly context: PeriodContext) {}

  enter(part: FillPart): void {
    this.parts.push({ role: 'entry', part });
  }

  exit(part: FillPart): void {
    this.parts.push({ role: 'exit', part });
  }

  close(part: FillPart): void {
    this.exit(part);
    this.isClosed = true;
  }

  roundTrips(): readonly RoundTrip[] {
    return [toRoundTrip(this.context, { ordinal: 0, parts: this.parts, isClosed: this.isClosed })];
  }
}
