import { add, type ExactDecimal, trimZeros, writeDecimal, ZERO } from '../decimal/exact-decimal';
import { averageOf, gainOf, weightOf } from './contract-value';
import type { FillPart } from './fill-part';
import type { Contract, FeeApart, Leg, PositionPeriod, RoundTrip } from './round-trip';

/** What the round trips of one period have in common. */
export interface PeriodContext {
  readonly period: PositionPeriod;
  readonly side: 'long' | 'short';
  readonly contract: Contract;
}

export interface LegPart {
  readonly role: Leg['role'];
  readonly part: FillPart;
}

/** Makes a round trip of its parts, in the order of the fills; the first one is an entry. Closed: with its result. */
export function toRoundTrip(
  context: PeriodContext,
  trip: { readonly ordinal: number; readonly parts: readonly LegPart[]; readonly isClosed: boolean },
): RoundTrip {
  const { period, side, contract } = context;
  const [entryParts, exitParts] = [partsOf(trip.parts, 'entry'), partsOf(trip.parts, 'exit')];
  const [entries, exits] = [totalsOf(entryParts), totalsOf(exitParts)];
  const first = trip.parts[0].part.fill;
  const last = trip.parts[trip.parts.length - 1].part.fill;
  const gross = gainOf({ side, contract, entryValue: entries.value, exitValue: exits.value });
  return {
    firstFillId: first.id,
    ordinal: trip.ordinal,
    period,
    side,
    quantity: writeDecimal(entries.quantity),
    entryPrice: averagePriceOf(entryParts, contract),
    exitPrice: trip.isClosed ? averagePriceOf(exitParts, contract) : null,
    entryTime: first.time,
    exitTime: trip.isClosed ? last.time : null,
    entryValue: writeDecimal(entries.value),
    grossPnl: trip.isClosed ? writeDecimal(gross) : null,
    fees: writeDecimal(add(entries.fees, exits.fees)),
    feesApart: feesApartOf(trip.parts),
    legs: trip.parts.map(toLeg),
  };
}

function partsOf(parts: readonly LegPart[], wanted: Leg['role']): FillPart[] {
  const found: FillPart[] = [];
  for (const { role, part } of parts) if (role === wanted) found.push(part);
  return found;
}

function totalsOf(parts: readonly FillPart[]) {
  let [quantity, value, fees] = [ZERO, ZERO, ZERO];
  for (const part of parts) {
    quantity = add(quantity, part.quantity);
    value = add(value, part.value);
    fees = add(fees, part.fee);
  }
  return { quantity, value, fees };
}

function averagePriceOf(parts: readonly FillPart[], contract: Contract): string {
  if (parts.length === 1) return trimZeros(parts[0].fill.price);
  let [quantity, weight] = [ZERO, ZERO];
  for (const part of parts) {
    quantity = add(quantity, part.quantity);
    weight = add(weight, weightOf(part.quantity, part.price, contract));
  }
  return writeDecimal(averageOf(quantity, weight, contract));
}

function feesApartOf(parts: readonly LegPart[]): FeeApart[] {
  const amounts = new Map<string, ExactDecimal>();
  for (const { part } of parts) {
    if (!part.fill.feeApart || part.feeApart.units === 0n) continue;
    const { currency } = part.fill.feeApart;
    amounts.set(currency, add(amounts.get(currency) ?? ZERO, part.feeApart));
  }
  return Array.from(amounts, ([currency, amount]) => ({ currency, amount: writeDecimal(amount) }));
}

function toLeg({ role, part }: LegPart): Leg {
  return {
    fillId: part.fill.id,
    role,
    side: part.fill.side,
    time: part.fill.time,
    price: trimZeros(part.fill.price),
    quantity: writeDecimal(part.quantity),
    fee: writeDecimal(part.fee),
  };
}
