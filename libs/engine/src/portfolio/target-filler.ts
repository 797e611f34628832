import { floorToLot } from '../backtest/entry-quantity';
import { type Execution } from '../backtest/execution';
import { type AlignedMembers } from './align-members';
import { type PortfolioExitReason, type Rebalancing } from './portfolio';
import { type PortfolioAccount } from './portfolio-account';
import { PricedAccount } from './priced-account';
import { RowPool } from './row-pool';
import { limitTurnover } from './weights/limit-turnover';

/** A part of the equity that is rounding, and nothing to trade for. */
const DUST_SHARE = 1e-12;

export interface FillerSetting {
  readonly executions: readonly Execution[];
  readonly barMilliseconds: number;
  readonly maximumTurnover: number | null;
  readonly delistingReturn: number;
  /** Called with each fill and the account's bar. */
  readonly onFill: (member: number, quantity: number, bar: number) => void;
}

/** A decision on its way to its fills. */
export interface Decision {
  readonly target: Float64Array;
  /** The close of its bar, in ms. */
  readonly decidedAt: number;
}

interface Moment {
  readonly bar: number;
  readonly time: number;
  readonly reason: PortfolioExitReason;
  /** The end of a series and a bankruptcy are no fills of the market, and slip no more. */
  readonly slips: boolean;
}

/**
 * Brings an account to target weights. Quantities are those of the weights times the equity at the prices of the fill. What
 * reduces a position is filled first. What enlarges one is scaled down alike where it costs more than is free, with slippage
 * and fees: without shorts that is the cash; a short leaves its proceeds and as much again untouched.
 */
export class TargetFiller {
  /** Changes that were left out because the member had no bar at the fill. */
  leftOut = 0;

  private readonly priced: PricedAccount;
  private readonly openings: Float64Array;
  private readonly rows: RowPool;
  private readonly atClose: boolean;

  constructor(
    private readonly account: PortfolioAccount,
    private readonly aligned: AlignedMembers,
    private readonly setting: FillerSetting,
  ) {
    this.priced = new PricedAccount(account, aligned);
    this.rows = new RowPool(aligned.members.length);
    this.openings = new Float64Array(aligned.members.length);
    this.atClose = setting.executions[0].fill === 'close';
  }

  /** Fills a decision at a bar; answers what it reached, or null where nothing is left of the account. */
  fillTo({ target, decidedAt }: Decision, bar: number): Rebalancing | null {
    const { account, priced } = this;
    priced.priceAt(bar, this.atClose ? 'close' : 'open');
    const equity = priced.equity();
    if (equity <= account.ruin) return null;
    const before = account.fees + account.slippage;
    const drifted = priced.weights(equity, this.rows.take());
    const wanted = limitTurnover(target, drifted, this.setting.maximumTurnover);
    const dust = equity * DUST_SHARE;
    for (let member = 0; member < wanted.length; member++) this.reduce(member, wanted[member], equity, bar);
    this.enlarge(bar, dust);
    const reached = priced.weights(priced.equity(), this.rows.take());
    return {
      decidedAt,
      filledAt: this.timeOf(bar),
      target,
      drifted,
      reached,
      turnover: halfDistance(reached, drifted),
      cost: account.fees + account.slippage - before,
    };
  }

  /** Gives up all that is held, at the close of a bar or the last one known. */
  closeAll(bar: number, reason: 'end_of_data' | 'bankruptcy'): void {
    const { quantity } = this.account;
    const { members, openTime } = this.aligned;
    const time = openTime[bar] + this.setting.barMilliseconds;
    const moment = { bar, time, reason, slips: reason === 'end_of_data' };
    for (let member = 0; member < quantity.length; member++) {
      if (quantity[member] !== 0) this.fill(member, -quantity[member], members[member].close[bar], moment);
    }
  }

  /** Ends a position with its series, at the last close before the bar times (1 + delisting return). */
  sellDelisted(member: number, bar: number): void {
    const held = this.account.quantity[member];
    if (held === 0) return;
    const { members, openTime } = this.aligned;
    const price = members[member].close[bar - 1] * (1 + this.setting.delistingReturn);
    this.fill(member, -held, price, { bar, time: openTime[bar], reason: 'series_ended', slips: false });
  }

  /** Fills what brings a member nearer to nothing, and notes what is left to enlarge. */
  private reduce(member: number, weight: number, equity: number, bar: number): void {
    this.openings[member] = 0;
    const held = this.account.quantity[member];
    if (weight === 0 && held === 0) return;
    const price = this.priced.prices[member];
    const { lotSize } = this.setting.executions[member];
    const wanted = Math.sign(weight) * floorToLot((Math.abs(weight) * equity) / price, lotSize);
    const change = wanted - held;
    if (!(Math.abs(change * price) > equity * DUST_SHARE)) return;
    const { candleAt, to } = this.aligned.members[member];
    if (bar >= to) return;
    if (candleAt[bar] < 0) {
      this.leftOut++;
      return;
    }
    let closing = 0;
    if (change * held < 0) closing = Math.abs(change) < Math.abs(held) ? change : -held;
    if (closing !== 0) this.trade(member, closing, bar);
    this.openings[member] = closing === change ? 0 : closing === 0 ? change : wanted;
  }

  /** Enlarges positions by what the openings say, all by the same share where they cost more than is free. */
  private enlarge(bar: number, dust: number): void {
    const { openings, priced } = this;
    let needed = 0;
    for (let member = 0; member < openings.length; member++) needed += this.costOf(openings[member], member);
    if (needed === 0) return;
    const share = Math.min(1, Math.max(0, priced.freeCash()) / needed);
    for (let member = 0; member < openings.length; member++) {
      const change = openings[member];
      if (change === 0) continue;
      const { lotSize } = this.setting.executions[member];
      const size = share === 1 ? Math.abs(change) : floorToLot(Math.abs(change) * share, lotSize);
      if (size * priced.prices[member] > dust) this.trade(member, Math.sign(change) * size, bar);
    }
  }

  /** What a change takes of what is free. */
  private costOf(change: number, member: number): number {
    if (change === 0) return 0;
    const { slippageRate, takerFeeRate } = this.setting.executions[member];
    const value = Math.abs(change) * this.priced.prices[member];
    if (change > 0) return value * (1 + slippageRate) * (1 + takerFeeRate);
    return value * (2 - (1 - slippageRate) * (1 - takerFeeRate));
  }

  private trade(member: number, quantity: number, bar: number): void {
    const moment = { bar, time: this.timeOf(bar), reason: 'rebalance', slips: true } as const;
    this.fill(member, quantity, this.priced.prices[member], moment);
  }

  private fill(member: number, quantity: number, referencePrice: number, moment: Moment): void {
    const { bar, time, reason, slips } = moment;
    const { slippageRate, takerFeeRate: feeRate } = this.setting.executions[member];
    const price = slips ? referencePrice * (1 + Math.sign(quantity) * slippageRate) : referencePrice;
    const index = bar - this.aligned.first;
    this.account.fill({ member, quantity, referencePrice, price, feeRate, index, time, reason });
    this.setting.onFill(member, quantity, bar);
  }

  private timeOf(bar: number): number {
    return this.aligned.openTime[bar] + (this.atClose ? this.setting.barMilliseconds : 0);
  }
}

function halfDistance(one: Float64Array, other: Float64Array): number {
  let distance = 0;
  for (let index = 0; index < one.length; index++) distance += Math.abs(one[index] - other[index]);
  return distance / 2;
}
