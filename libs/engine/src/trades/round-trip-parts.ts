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

/** A round trip, summed up part by part: at its end nothing is left to go through, however many they were. */
export class RoundTripParts {
  private readonly totals: Readonly<Record<Leg['role'], PartTotals>>;
  private readonly feesApart = new Map<string, ExactDecimal>();
  private readonly legs: Leg[] = [];

  constructor(
    private readonly context: PeriodContext,
    private readonly ordinal: number,
  ) {
    const { contract } = context;
    this.totals = { entry: new PartTotals(contract), exit: new PartTotals(contract) };
  }

  /** In the order of the fills; the first one is an entry. */
  add(role: Leg['role'], part: FillPart): this {
    this.totals[role].add(part);
    if (part.fill.feeApart && part.feeApart.units !== 0n) {
      const { currency } = part.fill.feeApart;
      this.feesApart.set(currency, add(this.feesApart.get(currency) ?? ZERO, part.feeApart));
    }
    this.legs.push(toLeg(role, part));
    return this;
  }

  /** Closed: with its result. */
  toRoundTrip(isClosed: boolean): RoundTrip {
    const { period, side, contract } = this.context;
    const { entry, exit } = this.totals;
    const first = this.legs[0];
    const last = this.legs[this.legs.length - 1];
    const gross = gainOf({ side, contract, entryValue: entry.value, exitValue: exit.value });
    return {
      firstFillId: first.fillId,
      ordinal: this.ordinal,
      period,
      side,
      quantity: writeDecimal(entry.quantity),
      entryPrice: entry.averagePrice(),
      exitPrice: isClosed ? exit.averagePrice() : null,
      entryTime: first.time,
      exitTime: isClosed ? last.time : null,
      entryValue: writeDecimal(entry.value),
      grossPnl: isClosed ? writeDecimal(gross) : null,
      fees: writeDecimal(add(entry.fees, exit.fees)),
      feesApart: Array.from(this.feesApart, ([currency, amount]) => ({
        currency,
        amount: writeDecimal(amount),
      })) satisfies FeeApart[],
      legs: this.legs,
    };
  }
}

/** Sums over entries, or over exits. */
class PartTotals {
  quantity = ZERO;
  value = ZERO;
  fees = ZERO;
  private weight = ZERO;
  private parts = 0;
  private first: FillPart | undefined;

  constructor(private readonly contract: Contract) {}

  add(part: FillPart): void {
    this.quantity = add(this.quantity, part.quantity);
    this.value = add(this.value, part.value);
    this.fees = add(this.fees, part.fee);
    this.parts++;
    this.first ??= part;
    if (this.parts === 2) this.weigh(this.first);
    if (this.parts > 1) this.weigh(part);
  }

  /** Of a single part its price as it is. */
  averagePrice(): string {
    if (this.parts === 1) return trimZeros(this.first!.fill.price);
    return writeDecimal(averageOf(this.quantity, this.weight, this.contract));
  }

  private weigh({ quantity, price }: FillPart): void {
    this.weight = add(this.weight, weightOf(quantity, price, this.contract));
  }
}

function toLeg(role: Leg['role'], part: FillPart): Leg {
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
