import { type CandleColumns } from '../market/candle-columns';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';
import { type Account, type Fill } from './account';
import { type Lot } from './lots';
import { ANY_REDUCTION, alternativeOf, EXIT_BY_AGE, reductionOrder, SIGNALS } from './position-orders';
import { type HeldPosition, type PositionRules, type RuleName } from './position-rules';
import { bankruptcyPrice } from './adverse-prices';
import { affordableQuantity, floorToLot, wantedQuantity } from './entry-quantity';
import { type Execution } from './execution';
import { type ProtectiveExit, type Protection } from './protection';
import { type ExitReason } from '../performance/trade';

/** What a series is traded under besides its candles. */
export interface TraderSetting {
  readonly barMilliseconds: number;
  /** At each close, for a sizing that needs it. */
  readonly annualVolatility: Float64Array | null;
  /** One entry is all: after a protective exit nothing is entered again. */
  readonly entersOnce: boolean;
  /** Null where signals decide. */
  readonly positionRules?: PositionRules | null;
}

/** A price of a bar before slippage, and when it is. */
export type PricePoint = Pick<Fill, 'referencePrice' | 'index' | 'time'>;

/** Where in its bar a position ends. */
type Moment = 'open' | 'within' | 'close';

/** A part of a wanted quantity that is rounding, and no reason to say that the entry was made smaller. */
const ROUNDING = 1 + 1e-12;

/** Turns the signals of a bar into fills of an account that holds one position at most. */
export class SignalTrader {
  /** The signal bits that mean something in the present position. */
  actionable: number;
  /** The one position. */
  private lot: Lot | null = null;
  /** Of the entry that is decided. */
  private entryTag: string | undefined;
  /** How often each reduction was made of the present position. */
  private reductionsMade: number[] = [];
  private readonly atClose: boolean;
  private readonly actionableFlat: number;
  private readonly actionableLong: number;
  private readonly actionableShort: number;

  constructor(
    readonly account: Account,
    private readonly candles: CandleColumns,
    private readonly execution: Execution,
    private readonly setting: TraderSetting,
    private readonly protection: Protection | null,
  ) {
    this.atClose = execution.fill === 'close';
    this.actionableFlat = execution.allowShort ? ENTER_LONG | ENTER_SHORT : ENTER_LONG;
    const exits = EXIT_BY_AGE | ANY_REDUCTION;
    this.actionableLong = exits | EXIT_LONG | (execution.allowShort ? ENTER_SHORT : 0);
    this.actionableShort = exits | EXIT_SHORT | ENTER_LONG;
    this.actionable = this.actionableFlat;
  }

  /** Where market orders are filled at bar `index`: at its open, or its close, where that is the way of filling. */
  pointAt(index: number): PricePoint {
    const { open, close, openTime } = this.candles;
    return this.atClose
      ? { referencePrice: close[index], index, time: openTime[index] + this.setting.barMilliseconds }
      : { referencePrice: open[index], index, time: openTime[index] };
  }

  /** Fills market orders: exits first, so that a reversal is sized on what they left. */
  fillOrders(orders: number, point: PricePoint): void {
    const side = this.exitByOrders(orders, point);
    if (side !== 0) this.enter(side, point);
  }

  /** Fills the exits alone, and answers the side that is then to be entered: 0 where none is. */
  exitByOrders(orders: number, point: PricePoint): 1 | -1 | 0 {
    const side = this.entrySide(orders);
    const held = this.lot?.side ?? 0;
    const rule = held === 1 ? 'exit_long' : 'exit_short';
    if (held !== 0 && ((orders & (held === 1 ? EXIT_LONG : EXIT_SHORT)) !== 0 || side === -held)) {
      this.exitByOrder(point, 'signal', this.tagOf(orders, rule));
    } else if (held !== 0 && (orders & EXIT_BY_AGE) !== 0) this.exitByOrder(point, 'max_bars');
    else if (held !== 0 && (orders & ANY_REDUCTION) !== 0) this.reduceByOrders(orders, point);
    this.entryTag = this.tagOf(orders, side === 1 ? 'entry_long' : 'entry_short');
    return this.lot === null && !this.account.bankrupt ? side : 0;
  }

  /** The position as it is at the close of a bar. */
  positionAt(bar: number): HeldPosition | null {
    const { lot } = this;
    if (lot === null) return null;
    const { side, entryIndex, entryPrice } = lot;
    const unrealisedReturn = (side * (this.candles.close[bar] - entryPrice)) / entryPrice;
    return { side, bars: bar - entryIndex + (this.atClose ? 0 : 1), entryPrice, unrealisedReturn };
  }

  /** Enters at a bar what the close before, or its own where fills are there, decided. */
  enter(side: 1 | -1, { referencePrice, index, time }: PricePoint): void {
    const { takerFeeRate: feeRate, slippageRate } = this.execution;
    const decidedAt = this.atClose ? index : index - 1;
    const price = referencePrice * (1 + side * slippageRate);
    const quantity = this.entryQuantity(price, decidedAt);
    if (quantity === 0) {
      this.account.unaffordableEntries++;
      return;
    }
    this.lot = this.account.open(side, quantity, { referencePrice, price, feeRate, index, time });
    if (this.entryTag !== undefined) this.lot = { ...this.lot, entryTag: this.entryTag };
    if (this.reductionsMade.length > 0) this.reductionsMade = [];
    this.protection?.arm(side, price, decidedAt);
    this.actionable = side === 1 ? this.actionableLong : this.actionableShort;
  }

  /** Closes the position away from the bars of its series, at prices that say what slips. */
  closeApart(fill: Omit<Fill, 'feeRate'>, reason: ExitReason): void {
    if (this.lot === null) return;
    this.account.close(this.lot, { ...fill, feeRate: this.execution.takerFeeRate }, reason);
    this.lot = null;
    this.actionable = this.actionableFlat;
  }

  /** Ends a leveraged position that the open already finds beyond its margin: no order is filled before that. */
  endRuinedAtOpen(index: number): void {
    const open = this.candles.open[index];
    if (this.lot !== null && this.protection!.isRuinousAt(open)) this.protectWithin(index);
  }

  /** Where a short leaves nothing of the account; beyond every price when none is held. */
  shortBankruptcyPrice(): number {
    return this.lot?.side === -1 ? bankruptcyPrice(this.account, this.execution.takerFeeRate) : Infinity;
  }

  /** Ends a short whose bar reaches its bankruptcy price, there or at the open beyond it. */
  bankruptShortWithin(index: number): void {
    const referencePrice = Math.max(this.candles.open[index], this.shortBankruptcyPrice());
    this.exitWithin(referencePrice, index, 'bankruptcy');
  }

  /** Ends the position within the bar where a protective level says so. */
  protectWithin(index: number): void {
    if (this.lot === null) return;
    const reason = this.protection!.exitWithin(index);
    if (reason === null) return;
    if (this.protection!.ambiguous) this.account.ambiguousBars++;
    this.protect(this.protection!.referencePrice, index, reason);
  }

  /** Closes the position at the bar's close, at once and at the cost of any market order. */
  closeOut(index: number, reason: 'end_of_data' | 'bankruptcy'): void {
    if (this.lot === null) return;
    const { close, openTime } = this.candles;
    const time = openTime[index] + this.setting.barMilliseconds;
    this.exit({ referencePrice: close[index], index, time }, reason, 'close');
  }

  /** The side to take: 1 long, -1 short, 0 none. A bar that wants a side and its contrary wants nothing. */
  private entrySide(orders: number): 1 | -1 | 0 {
    const long = (orders & ENTER_LONG) !== 0;
    const short = this.execution.allowShort && (orders & ENTER_SHORT) !== 0;
    if (!long && !short) return 0;
    if ((long && short) || (orders & (long ? EXIT_LONG : EXIT_SHORT)) !== 0) {
      this.account.contradictoryEntries++;
      return 0;
    }
    return long ? 1 : -1;
  }

  /** Undefined where the rule did not decide, or has none. */
  private tagOf(orders: number, name: RuleName): string | undefined {
    const { positionRules } = this.setting;
    if (!positionRules || (orders & SIGNALS[name]) === 0) return undefined;
    return positionRules.tags[name][alternativeOf(orders, name)];
  }

  private exitByOrder(point: PricePoint, reason: ExitReason, tag?: string): void {
    this.exit(point, reason, this.atClose ? 'close' : 'open', tag);
  }

  /** Each takes its share of what those before it left. */
  private reduceByOrders(orders: number, { referencePrice, index, time }: PricePoint): void {
    const { takerFeeRate: feeRate, slippageRate, lotSize } = this.execution;
    for (const [number, { fraction, times, tag }] of this.setting.positionRules!.reductions.entries()) {
      const made = this.reductionsMade[number] ?? 0;
      if ((orders & reductionOrder(number)) === 0 || made >= times) continue;
      const lot = this.lot!;
      const quantity = floorToLot(lot.quantity * fraction, lotSize);
      if (quantity === 0) {
        this.account.skippedReductions++;
        continue;
      }
      const price = referencePrice * (1 - lot.side * slippageRate);
      const fill = { referencePrice, price, feeRate, index, time };
      this.lot = this.account.reduce(lot, quantity, fill, tag);
      this.reductionsMade[number] = made + 1;
    }
  }

  private entryQuantity(fillPrice: number, decidedAt: number): number {
    const { sizing, takerFeeRate: feeRate, leverage, lotSize } = this.execution;
    const { equity, free } = this.account.purse;
    const affordable = affordableQuantity(free, fillPrice, feeRate, leverage);
    const stopDistance = this.protection?.stopDistance(fillPrice, decidedAt) ?? NaN;
    const annualVolatility = this.setting.annualVolatility?.[decidedAt] ?? NaN;
    const facts = { equity, fillPrice, feeRate, leverage, stopDistance, annualVolatility };
    const wanted = wantedQuantity(sizing, facts);
    const quantity = floorToLot(Math.min(wanted, affordable), lotSize);
    if (quantity > 0 && wanted > affordable * ROUNDING) this.account.reducedEntries++;
    return quantity;
  }

  private protect(referencePrice: number, index: number, reason: ProtectiveExit): void {
    this.exitWithin(referencePrice, index, reason);
    if (this.setting.entersOnce) this.actionable = 0;
  }

  private exitWithin(referencePrice: number, index: number, reason: ExitReason): void {
    this.exit({ referencePrice, index, time: this.candles.openTime[index] }, reason, 'within');
  }

  private exit(
    { referencePrice, index, time }: PricePoint,
    reason: ExitReason,
    moment: Moment,
    tag?: string,
  ): void {
    const { takerFeeRate, makerFeeRate, slippageRate } = this.execution;
    const lot = this.lot!;
    // A take-profit waits in the book; liquidation and bankruptcy are the exchange's own fills.
    const slips = reason !== 'take_profit' && reason !== 'liquidation' && reason !== 'bankruptcy';
    const price = slips ? referencePrice * (1 - lot.side * slippageRate) : referencePrice;
    const feeRate = reason === 'take_profit' ? makerFeeRate : takerFeeRate;
    this.account.heldBars += index - lot.entryIndex + (moment === 'open' ? 0 : 1) - (this.atClose ? 1 : 0);
    this.account.close(lot, { referencePrice, price, feeRate, index, time }, reason, tag);
    this.lot = null;
    this.actionable = this.actionableFlat;
  }
}
