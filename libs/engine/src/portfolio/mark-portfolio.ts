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
  }

  /** Marks the account's bars from `from` to `to` (exclusive); answers the first where nothing is left, or -1. */
  mark(from: number, to: number): number {
    const { equity, first, account } = this;
    const { quantity, cash, ruin } = account;
    equity.fill(cash, from - first, to - first);
    let hasShorts = false;
    for (let member = 0; member < quantity.length; member++) {
      const held = quantity[member];
      if (held === 0) continue;
      if (held < 0) hasShorts = true;
      addTimes(equity, this.aligned.members[member].close, held, first, from, to);
    }
    let alive = from;
    while (alive < to && equity[alive - first] > ruin) alive++;
    this.markCash(from, alive, hasShorts);
    return alive === to ? -1 : alive;
  }

  /** Counts the weights of bars that are marked, for their mean over the run. */
  weigh(from: number, to: number): void {
    const { first, inverse, equity, averageWeights } = this;
    const { quantity } = this.account;
    for (let bar = from - first; bar < to - first; bar++) inverse[bar] = 1 / equity[bar];
    for (let member = 0; member < quantity.length; member++) {
      if (quantity[member] === 0) continue;
      const { close } = this.aligned.members[member];
      let sum = 0;
      for (let bar = from; bar < to; bar++) sum += close[bar] * inverse[bar - first];
      averageWeights[member] += (sum * quantity[member]) / equity.length;
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
