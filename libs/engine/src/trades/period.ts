import {
  absolute,
  compare,
  type ExactDecimal,
  multiply,
  negate,
  readDecimal,
  subtract,
  writeDecimal,
  ZERO,
} from '../decimal/exact-decimal';
import { AverageCost } from './average-cost';
import { type ValueOf } from './contract-value';
import { FifoMatcher } from './fifo-matcher';
import { type FillPart, splitPart } from './fill-part';
import { FlatToFlatMatcher } from './flat-to-flat-matcher';
import type { Matcher } from './matcher';
import type { Contract, HeldPosition, RoundTrip, TradeFill, TradeMatching } from './round-trip';
import { type PeriodContext } from './round-trip-parts';

/** Of the largest quantity held in the period: a position below it is flat. */
const DUST = readDecimal('0.000000001');

export interface MatchingOptions {
  readonly matching: TradeMatching;
  readonly contract: Contract;
  /** The smallest quantity that can be traded: a position below it is flat. Decimal text; left out: any can. */
  readonly lotSize?: string;
}

/** A position from flat to flat, with one side. */
export class Period {
  private readonly entrySide: TradeFill['side'];
  private readonly cost: AverageCost;
  private readonly matcher: Matcher;
  private readonly lot: ExactDecimal;
  private largest = ZERO;

  constructor(
    first: FillPart,
    { matching, contract, lotSize = '0' }: MatchingOptions,
    private readonly valueOf: ValueOf,
  ) {
    const { id: firstFillId, side } = first.fill;
    const context: PeriodContext = {
      period: { firstFillId, quantity: writeDecimal(first.quantity) },
      side: side === 'buy' ? 'long' : 'short',
      contract,
    };
    this.entrySide = side;
    this.lot = readDecimal(lotSize);
    this.cost = new AverageCost(contract);
    this.matcher = matching === 'fifo' ? new FifoMatcher(context, valueOf) : new FlatToFlatMatcher(context);
    this.enter(first);
  }

  /** Whether the position is open after it, or flat; or the part of it that is beyond flat. */
  add(part: FillPart): FillPart | 'open' | 'flat' {
    if (part.fill.side === this.entrySide) {
      this.enter(part);
      return 'open';
    }
    const held = this.cost.held;
    const left = subtract(held, part.quantity);
    const rest = absolute(left);
    if (compare(rest, multiply(this.largest, DUST)) < 0 || compare(rest, this.lot) < 0) {
      this.matcher.close(part);
      return 'flat';
    }
    if (left.units > 0n) {
      this.cost.exit(part);
      this.matcher.exit(part);
      return 'open';
    }
    const [closing, beyond] = splitPart(part, held, this.valueOf);
    this.matcher.close(closing);
    return beyond;
  }

  roundTrips(): Iterable<RoundTrip> {
    return this.matcher.roundTrips();
  }

  /** While it is open. */
  position(): HeldPosition {
    const { held } = this.cost;
    return {
      quantity: writeDecimal(this.entrySide === 'buy' ? held : negate(held)),
      averagePrice: this.cost.averagePrice(),
    };
  }

  private enter(part: FillPart): void {
    this.cost.enter(part);
    this.matcher.enter(part);
    if (compare(this.cost.held, this.largest) > 0) this.largest = this.cost.held;
  }
}
