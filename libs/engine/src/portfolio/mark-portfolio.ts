import { type AlignedMembers } from './align-members';
import { type PortfolioAccount } from './portfolio-account';

/** What is no more than rounding is no share of an equity. */
const ROUNDING = 1e-12;

/** Marks an account at the closes of bars in which its positions stay as they are, member by member. */
export class PortfolioMarks {
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  readonly averageWeights: Float64Array;
  private readonly first: number;
  private readonly inverse: Float64Array;
  /** Of what was held when bars were last marked: how many members, which, their closes and quantities. */
  private heldCount = 0;
  private readonly held: Int32Array;
  private readonly closes: Float64Array[] = [];
  private readonly quantities: Float64Array;

  constructor(
    private readonly account: PortfolioAccount,
    private readonly aligned: AlignedMembers,
  ) {
    this.first = aligned.first;
    const bars = aligned.openTime.length - aligned.first;
    this.equity = new Float64Array(bars);
    this.cash = new Float64Array(bars);
    this.inverse = new Float64Array(bars);
    this.averageWeights = new Float64Array(aligned.members.length);
    this.held = new Int32Array(aligned.members.length);
    this.quantities = new Float64Array(aligned.members.length);
  }

  /** Marks the account's bars from `from` to `to` (exclusive); answers the first where nothing is left, or -1. */
  mark(from: number, to: number): number {
    const { equity, first, account } = this;
    const { cash, ruin } = account;
    equity.fill(cash, from - first, to - first);
    const hasShorts = this.addHeld(from, to);
    let alive = from;
    while (alive < to && equity[alive - first] > ruin) alive++;
    this.markCash(from, alive, hasShorts);
    return alive === to ? -1 : alive;
  }

  /** Counts the weights of bars that were marked last, for their mean over the run. */
  weigh(from: number, to: number): void {
    const { first, inverse, equity, averageWeights, held, closes, quantities, heldCount: count } = this;
    for (let bar = from - first; bar < to - first; bar++) inverse[bar] = 1 / equity[bar];
    let next = 0;
    // Sums wait for themselves: four of them take the time of one.
    for (; next + 4 <= count; next += 4) {
      const [one, two, three, four] = [closes[next], closes[next + 1], closes[next + 2], closes[next + 3]];
      let [ofOne, ofTwo, ofThree, ofFour] = [0, 0, 0, 0];
      for (let bar = from; bar < to; bar++) {
        const share = inverse[bar - first];
        ofOne += one[bar] * share;
        ofTwo += two[bar] * share;
        ofThree += three[bar] * share;
        ofFour += four[bar] * share;
      }
      averageWeights[held[next]] += (ofOne * quantities[next]) / equity.length;
      averageWeights[held[next + 1]] += (ofTwo * quantities[next + 1]) / equity.length;
      averageWeights[held[next + 2]] += (ofThree * quantities[next + 2]) / equity.length;
      averageWeights[held[next + 3]] += (ofFour * quantities[next + 3]) / equity.length;
    }
    for (; next < count; next++) {
      const close = closes[next];
      let sum = 0;
      for (let bar = from; bar < to; bar++) sum += close[bar] * inverse[bar - first];
      averageWeights[held[next]] += (sum * quantities[next]) / equity.length;
    }
  }

  /** The first of the marked bars at which a weight is further from its target than the band, or -1. */
  firstOutside(target: Float64Array, band: number, from: number, to: number): number {
    const { quantity } = this.account;
    let found = to;
    for (let member = 0; member < target.length; member++) {
      const held = quantity[member];
      if (held === 0 && target[member] === 0) continue;
      const { close } = this.aligned.members[member];
      for (let bar = from; bar < found; bar++) {
        const equity = this.equity[bar - this.first];
        const value = held === 0 ? 0 : held * close[bar];
        if (Math.abs(value - target[member] * equity) > band * equity) found = bar;
      }
    }
    return found === to ? -1 : found;
  }

  /** Adds the value of what is held to the equity, member by member; answers whether any of it is short. */
  private addHeld(from: number, to: number): boolean {
    this.collectHeld();
    const { equity, first, closes, quantities, heldCount: count } = this;
    let next = 0;
    // Each sum is read and written once for four members, which are added in the same order.
    for (; next + 4 <= count; next += 4) {
      const [one, two, three, four] = [closes[next], closes[next + 1], closes[next + 2], closes[next + 3]];
      const [ofOne, ofTwo] = [quantities[next], quantities[next + 1]];
      const [ofThree, ofFour] = [quantities[next + 2], quantities[next + 3]];
      for (let bar = from; bar < to; bar++) {
        equity[bar - first] =
          equity[bar - first] +
          ofOne * one[bar] +
          ofTwo * two[bar] +
          ofThree * three[bar] +
          ofFour * four[bar];
      }
    }
    for (; next < count; next++) addTimes(equity, closes[next], quantities[next], first, from, to);
    for (let index = 0; index < count; index++) if (quantities[index] < 0) return true;
    return false;
  }

  private collectHeld(): void {
    const { quantity } = this.account;
    let count = 0;
    for (let member = 0; member < quantity.length; member++) {
      if (quantity[member] === 0) continue;
      this.held[count] = member;
      this.closes[count] = this.aligned.members[member].close;
      this.quantities[count++] = quantity[member];
    }
    this.heldCount = count;
  }

  private markCash(from: number, to: number, hasShorts: boolean): void {
    const { equity, cash, first, account } = this;
    const { quantity } = account;
    cash.fill(account.cash, from - first, to - first);
    if (hasShorts) {
      for (let member = 0; member < quantity.length; member++) {
        // Of the equity, a short takes its value although it adds to the cash.
        if (quantity[member] < 0)
          addTimes(cash, this.aligned.members[member].close, 2 * quantity[member], first, from, to);
      }
    }
    for (let bar = from - first; bar < to - first; bar++) {
      const share = cash[bar] / equity[bar];
      cash[bar] = Math.abs(share) < ROUNDING ? 0 : share;
    }
  }
}

/** sums[bar − first] += factor × column[bar], from `from` to `to` (exclusive). */
function addTimes(
  sums: Float64Array,
  column: Float64Array,
  factor: number,
  first: number,
  from: number,
  to: number,
): void {
  for (let bar = from; bar < to; bar++) sums[bar - first] += factor * column[bar];
}
