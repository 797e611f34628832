import { type Purse } from '../backtest/purse';
import { belongs } from './decide-weights';
import { type AlignedMembers } from './align-members';
import { type Score } from './rank-scores';
import { type SharedSeries } from './shared-series';

interface Candidate {
  readonly series: SharedSeries;
  readonly side: 1 | -1;
  readonly candle: number;
}

/** Fills the orders of all series at a bar: first the exits of all, then entries, the highest score first, while there is room. */
export class SharedEntries {
  /** Entries that were left out because as many positions were open as may be. */
  withoutRoom = 0;

  constructor(
    private readonly series: readonly SharedSeries[],
    private readonly aligned: AlignedMembers,
    private readonly purse: Purse,
    private readonly maximumOpenPositions: number,
    private readonly score: Score | null,
  ) {}

  fillAt(bar: number): void {
    const candidates: Candidate[] = [];
    for (const series of this.series) {
      const candle = series.aligned.candleAt[bar];
      if (candle < 0) continue;
      const orders = series.walk.actionableOrders;
      if (orders === 0) continue;
      const side = series.trader.exitByOrders(orders, series.trader.pointAt(candle));
      if (side !== 0 && this.mayEnter(series, candle, bar)) candidates.push({ series, side, candle });
    }
    if (candidates.length === 0) return;
    this.valueHeld(bar);
    for (const { series, side, candle } of this.inOrder(candidates, bar)) {
      if (this.purse.openLots >= this.maximumOpenPositions) this.withoutRoom++;
      else {
        series.trader.enter(side, series.trader.pointAt(candle));
        this.addHeld(series, candle);
      }
    }
  }

  /** Whether the member belongs to the universe both where the entry was decided and here. */
  private mayEnter({ aligned, walk }: SharedSeries, candle: number, bar: number): boolean {
    if (!belongs(aligned, bar)) return false;
    return walk.atClose || aligned.candles.openTime[candle - 1] >= this.aligned.openTime[aligned.from];
  }

  private inOrder(candidates: readonly Candidate[], bar: number): readonly Candidate[] {
    const { score } = this;
    if (score === null || candidates.length === 1) return candidates;
    // Decided at the close of the bar before, where fills are at the open.
    const decidedAt = candidates[0].series.walk.atClose ? bar : bar - 1;
    const scored = candidates.map((candidate) => {
      const value = score(candidate.series.member, decidedAt);
      return { candidate, value: Number.isNaN(value) ? -Infinity : value };
    });
    return scored
      .sort((one, other) => (one.value === other.value ? 0 : other.value - one.value))
      .map(({ candidate }) => candidate);
  }

  /** What is held and its margin, at the prices of this fill. */
  private valueHeld(bar: number): void {
    this.purse.heldValue = 0;
    this.purse.heldMargin = 0;
    for (const series of this.series) {
      if (series.account.quantity === 0) continue;
      const { candleAt, candles, close } = series.aligned;
      const candle = candleAt[bar];
      this.add(series, candle < 0 || series.walk.atClose ? close[bar] : candles.open[candle]);
    }
  }

  private addHeld(series: SharedSeries, candle: number): void {
    const { open, close } = series.aligned.candles;
    this.add(series, series.walk.atClose ? close[candle] : open[candle]);
  }

  private add({ account, execution }: SharedSeries, price: number): void {
    const value = account.quantity * price;
    this.purse.heldValue += value;
    this.purse.heldMargin += Math.abs(value) / execution.leverage;
  }
}
