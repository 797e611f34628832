import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type PortfolioExitReason, type PortfolioTrade } from './portfolio';

/** Below this share of the capital, equity is rounding, and nothing to trade on. */
const RUINED_SHARE = 1e-9;

/** Most trades that one run holds in memory and stores. A rebalance makes one of each member that it sells of. */
export const MAXIMUM_PORTFOLIO_TRADES = 200_000;

/** One fill of a market order. */
export interface PortfolioFill {
  readonly member: number;
  /** Bought, or sold where negative; not 0. */
  readonly quantity: number;
  /** The price before slippage, and the one with it. */
  readonly referencePrice: number;
  readonly price: number;
  readonly feeRate: number;
  /** Position in the account's bars, and ms. */
  readonly index: number;
  readonly time: number;
  /** Of what it closes. */
  readonly reason: PortfolioExitReason;
}

/** A quantity of each member, one cash, and the trades made of what was closed. Positions keep their average entry price. */
export class PortfolioAccount {
  cash: number;
  bankrupt = false;
  /** Equity at or below this is bankruptcy. */
  readonly ruin: number;
  /** By member; negative when short. */
  readonly quantity: Float64Array;
  readonly trades: PortfolioTrade[] = [];
  /** What is paid for all fills, and for holding (negative when more was received). */
  fees = 0;
  slippage = 0;
  funding = 0;
  tradedValue = 0;
  /** Losses beyond the equity, which nobody pays. */
  unpaidLoss = 0;

  private readonly averagePrice: Float64Array;
  private readonly entryIndex: Int32Array;
  private readonly entryTime: Float64Array;
  /** Of what is held: fees and slippage of the entries, and what was paid for holding it. */
  private readonly entryFees: Float64Array;
  private readonly entrySlippage: Float64Array;
  private readonly heldFunding: Float64Array;

  constructor(
    readonly initialCapital: number,
    members: number,
    /** Without, what was closed is no list of trades: comparisons need no more than the equity. */
    private readonly keepsTrades = true,
  ) {
    this.cash = initialCapital;
    this.ruin = initialCapital * RUINED_SHARE;
    this.quantity = new Float64Array(members);
    this.averagePrice = new Float64Array(members);
    this.entryIndex = new Int32Array(members);
    this.entryTime = new Float64Array(members);
    this.entryFees = new Float64Array(members);
    this.entrySlippage = new Float64Array(members);
    this.heldFunding = new Float64Array(members);
  }

  fill(fill: PortfolioFill): void {
    const { member, quantity, price, referencePrice, feeRate } = fill;
    const held = this.quantity[member];
    const fee = Math.abs(quantity) * price * feeRate;
    const slippage = Math.abs(quantity) * Math.abs(price - referencePrice);
    this.cash -= quantity * price + fee;
    this.fees += fee;
    this.slippage += slippage;
    this.tradedValue += Math.abs(quantity) * price;
    if (held * quantity >= 0) {
      this.enter(fill, quantity, fee, slippage);
      return;
    }
    const closed = Math.min(Math.abs(held), Math.abs(quantity));
    const share = closed / Math.abs(quantity);
    this.exit(fill, closed, fee * share, slippage * share);
    const rest = quantity + Math.sign(held) * closed;
    if (rest !== 0) this.enter(fill, rest, fee * (1 - share), slippage * (1 - share));
  }

  /** Takes `perUnit` for each unit held of a member; shorts receive it. */
  payFunding(member: number, perUnit: number): void {
    const paid = this.quantity[member] * perUnit;
    this.cash -= paid;
    this.funding += paid;
    this.heldFunding[member] += paid;
  }

  /** Ends an account that owes more than it has, once nothing is held: the last trade loses no more than there was. */
  writeOff(): void {
    this.bankrupt = true;
    if (this.cash < -this.ruin) this.unpaidLoss = -this.cash;
    const last = this.trades.pop();
    if (last !== undefined) {
      const pnl = last.pnl - this.cash;
      this.trades.push({ ...last, pnl, return: pnl / (last.quantity * last.entryPrice) });
    }
    this.cash = 0;
  }

  private enter(
    { member, price, index, time }: PortfolioFill,
    quantity: number,
    fee: number,
    slippage: number,
  ): void {
    const held = this.quantity[member];
    if (held === 0) {
      this.entryIndex[member] = index;
      this.entryTime[member] = time;
      this.averagePrice[member] = price;
    } else {
      this.averagePrice[member] = (held * this.averagePrice[member] + quantity * price) / (held + quantity);
    }
    this.quantity[member] = held + quantity;
    this.entryFees[member] += fee;
    this.entrySlippage[member] += slippage;
  }

  private exit(
    { member, price, index, time, reason }: PortfolioFill,
    quantity: number,
    exitFee: number,
    exitSlippage: number,
  ): void {
    const held = this.quantity[member];
    const isWhole = quantity === Math.abs(held);
    const share = isWhole ? 1 : quantity / Math.abs(held);
    const entryFee = this.entryFees[member] * share;
    const entrySlippage = this.entrySlippage[member] * share;
    const funding = this.heldFunding[member] * share;
    this.entryFees[member] = isWhole ? 0 : this.entryFees[member] - entryFee;
    this.entrySlippage[member] = isWhole ? 0 : this.entrySlippage[member] - entrySlippage;
    this.heldFunding[member] = isWhole ? 0 : this.heldFunding[member] - funding;
    this.quantity[member] = isWhole ? 0 : held - Math.sign(held) * quantity;
    if (!this.keepsTrades) return;
    if (this.trades.length === MAXIMUM_PORTFOLIO_TRADES) refuseMoreTrades(time);
    const entryPrice = this.averagePrice[member];
    const fees = entryFee + exitFee;
    const pnl = Math.sign(held) * quantity * (price - entryPrice) - fees - funding;
    this.trades.push({
      member,
      entryTime: this.entryTime[member],
      exitTime: time,
      side: held > 0 ? 'long' : 'short',
      quantity,
      entryPrice,
      exitPrice: price,
      fees,
      funding,
      slippage: entrySlippage + exitSlippage,
      pnl,
      return: pnl / (quantity * entryPrice),
      exitReason: reason,
      entryIndex: this.entryIndex[member],
      exitIndex: index,
    });
  }
}

function refuseMoreTrades(time: number): never {
  throw new BacktestRefusal(
    `the run makes more than the ${MAXIMUM_PORTFOLIO_TRADES} trades that it may, the last of them at ${new Date(time).toISOString()}: ` +
      'rebalance more rarely, or take a drift band, a shorter range or fewer members',
  );
}
