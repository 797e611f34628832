import { type Fill } from '../backtest/account';
import { Purse } from '../backtest/purse';
import { type AlignedMembers } from './align-members';
import { type Trade } from '../performance/trade';
import { type PortfolioInput } from './portfolio';
import { type PortfolioSimulation } from './portfolio-simulation';
import { type SharedStrategy } from './portfolio-settings';
import { scoreMembers } from './rank-scores';
import { SharedEntries } from './shared-entries';
import { type ApartExit, describeShared } from './describe-shared';
import {
  type MemberDecisions,
  type SharedHistory,
  type SharedSeries,
  startSharedSeries,
} from './shared-series';

/**
 * One strategy on every member, with shared cash, from the range's first bar on. What happens to a series within a bar is as
 * in a run of its own (see SeriesWalk); between the series, the exits of a bar come before its entries. With one member it is
 * that run.
 */
export function simulateShared(
  input: PortfolioInput,
  aligned: AlignedMembers,
  strategy: SharedStrategy,
  decide?: MemberDecisions,
): PortfolioSimulation {
  const purse = new Purse(input.members[0].execution.initialCapital);
  const history = startSharedSeries(input, aligned, strategy, purse, decide);
  return runShared(input, aligned, strategy, purse, history);
}

/** The same with members that are prepared on that purse. */
export function runShared(
  input: PortfolioInput,
  aligned: AlignedMembers,
  strategy: SharedStrategy,
  purse: Purse,
  history: SharedHistory,
): PortfolioSimulation {
  return new SharedRun(input, aligned, strategy, purse, history).run();
}

class SharedRun {
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  readonly averageWeights: Float64Array;
  readonly entries: SharedEntries;
  readonly apart = new Map<Trade, ApartExit>();
  heldBars = 0;
  private readonly series: readonly SharedSeries[];
  private readonly ends: ReadonlyMap<number, readonly SharedSeries[]>;
  private readonly atClose: boolean;
  private readonly barMilliseconds: number;

  constructor(
    private readonly input: PortfolioInput,
    private readonly aligned: AlignedMembers,
    strategy: SharedStrategy,
    private readonly purse: Purse,
    private readonly history: SharedHistory,
  ) {
    const { openTime, first, members } = aligned;
    this.series = history.series;
    this.equity = new Float64Array(openTime.length - first);
    this.cash = new Float64Array(openTime.length - first);
    this.averageWeights = new Float64Array(members.length);
    const score = strategy.priority && scoreMembers(strategy.priority, aligned);
    this.entries = new SharedEntries(this.series, aligned, purse, strategy.maximumOpenPositions, score);
    this.atClose = input.members[0].execution.fill === 'close';
    this.barMilliseconds = input.intervalSeconds * 1000;
    this.ends = endsByBar(this.series);
  }

  run(): PortfolioSimulation {
    const { aligned, equity, purse } = this;
    const { openTime, first } = aligned;
    const last = openTime.length - 1;
    for (let bar = first; bar <= last; bar++) {
      if (this.walk(bar) && this.mark(bar)) continue;
      purse.bankrupt = true;
      equity.fill(0, bar - first);
      this.cash.fill(0, bar - first);
      break;
    }
    if (!purse.bankrupt) {
      for (const series of this.series) this.giveUp(series, last, 'end_of_data');
      equity[last - first] = purse.cash;
    }
    equity[0] = this.input.members[0].execution.initialCapital;
    return describeShared(this.input, aligned, purse, this.history, this);
  }

  /** Walks a bar; false where it leaves nothing of the account. */
  private walk(bar: number): boolean {
    for (const series of this.ends.get(bar) ?? []) this.sellDelisted(series, bar);
    if (!this.atClose) {
      for (const { aligned, walk } of this.series) {
        if (aligned.candleAt[bar] >= 0) walk.open(aligned.candleAt[bar]);
      }
      this.entries.fillAt(bar);
    }
    if (this.purse.openLots > 0) {
      this.heldBars++;
      if (!this.protect(bar)) return false;
    }
    for (const { aligned, walk } of this.series) {
      if (aligned.candleAt[bar] >= 0) walk.close(aligned.candleAt[bar]);
    }
    if (this.atClose) this.entries.fillAt(bar);
    return true;
  }

  /** Ends what its protective levels end; false where one of them is the end of the account. */
  private protect(bar: number): boolean {
    let held = 0;
    for (const series of this.series) held += this.valueWithin(series, bar);
    for (const series of this.series) {
      const { account, aligned, walk } = series;
      const candle = aligned.candleAt[bar];
      if (account.quantity === 0 || candle < 0) continue;
      const own = this.valueWithin(series, bar);
      account.besideValue = held - own;
      walk.protect(candle);
      if (account.quantity !== 0) continue;
      held -= own;
      if (account.trades[account.trades.length - 1].exitReason !== 'bankruptcy') continue;
      // At the prices that the account's end was found at.
      const time = this.aligned.openTime[bar];
      for (const other of this.series) {
        const price = priceWithin(other.aligned, bar);
        this.closeApart(other, { bar, time, referencePrice: price, price }, 'bankruptcy');
      }
      return false;
    }
    return true;
  }

  /** Of a position within a bar, whose open is the last price that all series know. */
  private valueWithin({ account, aligned }: SharedSeries, bar: number): number {
    return account.quantity === 0 ? 0 : account.quantity * priceWithin(aligned, bar);
  }

  private sellDelisted(series: SharedSeries, bar: number): void {
    const price = series.aligned.close[bar - 1] * (1 + this.input.settings.delistingReturn);
    const time = this.aligned.openTime[bar];
    this.closeApart(series, { bar, time, referencePrice: price, price }, 'delisted');
  }

  /** Closes a position at a bar's close, or at the last close of a series that has no such bar. */
  private giveUp(series: SharedSeries, bar: number, reason: 'end_of_data' | 'bankruptcy'): void {
    const { account, trader, aligned, execution } = series;
    if (aligned.candleAt[bar] >= 0) {
      trader.closeOut(aligned.candleAt[bar], reason);
      return;
    }
    const referencePrice = aligned.close[bar];
    const slips = reason === 'end_of_data' ? Math.sign(account.quantity) * execution.slippageRate : 0;
    const time = this.aligned.openTime[bar] + this.barMilliseconds;
    this.closeApart(series, { bar, time, referencePrice, price: referencePrice * (1 - slips) }, reason);
  }

  /** Closes a position, if there is one, where its series has no bar of its own. */
  private closeApart(
    { account, trader, aligned }: SharedSeries,
    {
      bar,
      ...fill
    }: { readonly bar: number; readonly time: number } & Pick<Fill, 'referencePrice' | 'price'>,
    reason: ApartExit['reason'],
  ): void {
    if (account.quantity === 0) return;
    const index = lastCandle(aligned, bar);
    trader.closeApart({ ...fill, index }, reason === 'delisted' ? 'end_of_data' : reason);
    this.apart.set(account.trades[account.trades.length - 1], { bar, reason });
  }

  /** Marks the account at a close; false where nothing is left of it. */
  private mark(bar: number): boolean {
    const { purse, averageWeights } = this;
    let marked = purse.cash;
    let gross = 0;
    for (const { account, aligned } of this.series) {
      if (account.quantity === 0) continue;
      const value = account.quantity * aligned.close[bar];
      marked += value;
      gross += Math.abs(value);
    }
    if (marked <= purse.ruin) {
      for (const series of this.series) this.giveUp(series, bar, 'bankruptcy');
      return false;
    }
    const position = bar - this.aligned.first;
    this.equity[position] = marked;
    this.cash[position] = Math.abs(marked - gross) < marked * 1e-12 ? 0 : 1 - gross / marked;
    for (const { account, aligned, member } of this.series) {
      if (account.quantity === 0) continue;
      averageWeights[member] += (account.quantity * aligned.close[bar]) / marked / this.equity.length;
    }
    return true;
  }
}

function priceWithin({ candleAt, candles, close }: SharedSeries['aligned'], bar: number): number {
  return candleAt[bar] < 0 ? close[bar] : candles.open[candleAt[bar]];
}

/** The last candle of a series that has one, at or before a bar. */
function lastCandle({ candleAt }: SharedSeries['aligned'], bar: number): number {
  let at = bar;
  while (candleAt[at] < 0) at--;
  return candleAt[at];
}

function endsByBar(series: readonly SharedSeries[]): ReadonlyMap<number, readonly SharedSeries[]> {
  const ends = new Map<number, SharedSeries[]>();
  for (const one of series) {
    for (const { from } of one.aligned.ends) ends.set(from, [...(ends.get(from) ?? []), one]);
  }
  return ends;
}
