import { type AlignedMembers } from './align-members';
import { type PortfolioAccount } from './portfolio-account';

/** An account at the prices of one moment, one per member: what it is worth, and what of it is free. */
export class PricedAccount {
  readonly prices: Float64Array;

  constructor(
    private readonly account: Pick<PortfolioAccount, 'cash' | 'quantity'>,
    private readonly aligned: AlignedMembers,
  ) {
    this.prices = new Float64Array(aligned.members.length);
  }

  /** Takes the open (or the close) of a bar as the price, the last close where a member has no such bar. */
  priceAt(bar: number, moment: 'open' | 'close'): void {
    const { members } = this.aligned;
    for (let member = 0; member < members.length; member++) {
      const { candleAt, candles, close } = members[member];
      const candle = candleAt[bar];
      this.prices[member] = moment === 'close' || candle < 0 ? close[bar] : candles.open[candle];
    }
  }

  equity(): number {
    const { cash, quantity } = this.account;
    let value = 0;
    for (let member = 0; member < quantity.length; member++) {
      // Before a member's first candle there is no price, and nothing held.
      if (quantity[member] !== 0) value += quantity[member] * this.prices[member];
    }
    return cash + value;
  }

  /** Of an equity, by member, into a row of zeros. */
  weights(equity: number, weights: Float64Array): Float64Array {
    const { quantity } = this.account;
    for (let member = 0; member < weights.length; member++) {
      if (quantity[member] !== 0) weights[member] = (quantity[member] * this.prices[member]) / equity;
    }
    return weights;
  }

  /** What is free to enlarge positions with: the cash without the proceeds of shorts and as much again. */
  freeCash(): number {
    const { cash, quantity } = this.account;
    let free = cash;
    for (let member = 0; member < quantity.length; member++) {
      if (quantity[member] < 0) free += 2 * quantity[member] * this.prices[member];
    }
    return free;
  }
}
