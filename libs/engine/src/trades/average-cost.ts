import { add, compare, type ExactDecimal, subtract, writeDecimal, ZERO } from '../decimal/exact-decimal';
import { averageOf, weightOf, weightOfRest } from './contract-value';
import type { FillPart } from './fill-part';
import type { Contract } from './round-trip';

/** What is held, by average cost: an exit keeps the average price, an entry weighs in. */
export class AverageCost {
  private heldQuantity = ZERO;
  /** The average is that of this quantity and weight; what is held may be less of it. */
  private quantity = ZERO;
  private weight = ZERO;

  constructor(private readonly contract: Contract) {}

  get held(): ExactDecimal {
    return this.heldQuantity;
  }

  enter(part: FillPart): void {
    if (compare(this.heldQuantity, this.quantity) !== 0) {
      this.weight = weightOfRest(this.weight, { quantity: this.quantity, rest: this.heldQuantity });
    }
    this.heldQuantity = add(this.heldQuantity, part.quantity);
    this.quantity = this.heldQuantity;
    this.weight = add(this.weight, weightOf(part.quantity, part.price, this.contract));
  }

  exit(part: FillPart): void {
    this.heldQuantity = subtract(this.heldQuantity, part.quantity);
  }

  /** To 18 decimal places. */
  averagePrice(): string {
    return writeDecimal(averageOf(this.quantity, this.weight, this.contract));
  }
}
