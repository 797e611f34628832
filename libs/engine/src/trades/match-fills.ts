import { type ExactDecimal, readDecimal, subtract } from '../decimal/exact-decimal';
import { type ValueOf, valuationOf } from './contract-value';
import { type FillPart, splitPart, wholePart } from './fill-part';
import { type MatchingOptions, Period } from './period';
import type { MatchedFills, RoundTrip, TradeFill } from './round-trip';

/**
 * Round trips and position of the fills of one account and instrument. `fills` are sorted by time, sequence and id; their
 * prices and quantities are above 0. `opening`: of the first fill only this quantity, as held, opens the position; the rest
 * closed the one before, and took its share of the fee. Matching from the first fill of any period, with the quantity of the
 * period as `opening`, gives the same round trips as matching from the very first fill.
 *
 * A fill that is larger than the position against it is split by quantity: it closes the position, and opens the next one.
 * A position below 1e-9 of the largest quantity held since it was opened, or below the lot size, is flat; what is left of it is dropped.
 */
export function matchFills(...input: Parameters<typeof matchingSteps>): MatchedFills {
  const steps = matchingSteps(...input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in small steps, so that many fills can be matched while other work goes on: it yields after each fill and round trip. */
export function* matchingSteps(
  fills: readonly TradeFill[],
  { opening, ...options }: MatchingOptions & { readonly opening?: string },
): Generator<undefined, MatchedFills> {
  const valueOf = valuationOf(options.contract);
  const roundTrips: RoundTrip[] = [];
  let period: Period | null = null;
  const leavePeriod = function* (left: Period) {
    for (const roundTrip of left.roundTrips()) {
      roundTrips.push(roundTrip);
      yield;
    }
  };
  for (const [index, fill] of fills.entries()) {
    yield;
    const whole = wholePart(fill, valueOf);
    const part: FillPart =
      index === 0 && opening !== undefined ? openingPart(whole, readDecimal(opening), valueOf) : whole;
    if (!period) {
      period = new Period(part, options, valueOf);
      continue;
    }
    const beyond: FillPart | 'open' | 'flat' = period.add(part);
    if (beyond === 'open') continue;
    yield* leavePeriod(period);
    period = beyond === 'flat' ? null : new Period(beyond, options, valueOf);
  }
  if (period) yield* leavePeriod(period);
  return { roundTrips, position: period ? period.position() : { quantity: '0', averagePrice: null } };
}

function openingPart(whole: FillPart, quantity: ExactDecimal, valueOf: ValueOf): FillPart {
  const closing = subtract(whole.quantity, quantity);
  return closing.units > 0n ? splitPart(whole, closing, valueOf)[1] : whole;
}
