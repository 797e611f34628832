import { FillVolumes } from '../backtest/fill-volumes';
import { type AlignedMembers } from './align-members';
import { type Decide } from './decide-weights';
import { PortfolioMarks } from './mark-portfolio';
import { MemberFunding } from './member-funding';
import { type PortfolioInput, type Rebalancing } from './portfolio';
import { PortfolioAccount } from './portfolio-account';
import { type PortfolioSimulation } from './portfolio-simulation';
import { type RebalanceRule } from './portfolio-settings';
import { fillWarnings } from './fill-warnings';
import { scheduleDecisions } from './rebalance-schedule';
import { type Decision, TargetFiller } from './target-filler';

/** Bars that are marked before weights are compared with their band. */
const BARS_PER_COMPARISON = 16;

/** How weights are decided in a run, and what limits their fills. */
export interface WeightsPlan {
  readonly decide: Decide;
  readonly rebalance: RebalanceRule;
  readonly maximumTurnover: number | null;
  /** Without, there is the equity alone. */
  readonly keepsTrades: boolean;
}

/**
 * Runs an account of target weights from the range's first bar on. At a bar's open: what was settled of funding; positions of
 * series that are delisted; the decision of the close before. Then the marks at the close, and there the next
 * decision, which `fill: close` fills at once. After the last bar all is given up at the last close.
 */
export function simulateWeights(
  input: PortfolioInput,
  aligned: AlignedMembers,
  plan: WeightsPlan,
): PortfolioSimulation {
  return new WeightsRun(input, aligned, plan).run();
}

class WeightsRun {
  private readonly account: PortfolioAccount;
  private readonly marks: PortfolioMarks;
  private readonly filler: TargetFiller;
  private readonly funding: MemberFunding;
  private readonly volumes: FillVolumes[];
  private readonly decisions: Int32Array;
  private readonly ends: readonly { readonly bar: number; readonly member: number }[];
  private readonly rebalancings: Rebalancing[] = [];
  private readonly atClose: boolean;
  private readonly barMilliseconds: number;
  private target: Float64Array | null = null;
  private pending: Decision | null = null;
  private nextDecision = 0;
  private nextEnd = 0;
  private heldBars = 0;

  constructor(
    private readonly input: PortfolioInput,
    private readonly aligned: AlignedMembers,
    private readonly plan: WeightsPlan,
  ) {
    const { members, intervalSeconds, calendar, settings } = input;
    const executions = members.map(({ execution }) => execution);
    this.barMilliseconds = intervalSeconds * 1000;
    this.atClose = executions[0].fill === 'close';
    this.account = new PortfolioAccount(executions[0].initialCapital, members.length, plan.keepsTrades);
    this.marks = new PortfolioMarks(this.account, aligned);
    this.funding = new MemberFunding(members, this.account, aligned, this.barMilliseconds);
    this.volumes = members.map(() => new FillVolumes());
    this.filler = new TargetFiller(this.account, aligned, {
      executions,
      barMilliseconds: this.barMilliseconds,
      maximumTurnover: plan.maximumTurnover,
      delistingReturn: settings.delistingReturn,
      onFill: (member, quantity, bar) => this.noteVolume(member, quantity, bar),
    });
    const { openTime, first } = aligned;
    this.decisions = scheduleDecisions(openTime, first, plan.rebalance, intervalSeconds, calendar);
    this.ends = aligned.members
      .flatMap(({ ends }, member) => ends.map(({ from }) => ({ bar: from, member })))
      .filter(({ bar }) => bar > first)
      .sort((one, other) => one.bar - other.bar);
  }

  run(): PortfolioSimulation {
    const { first, openTime } = this.aligned;
    const last = openTime.length - 1;
    let bar = first;
    while (bar <= last && !this.account.bankrupt) bar = this.step(bar, last);
    if (!this.account.bankrupt) {
      this.filler.closeAll(last, 'end_of_data');
      this.marks.equity[last - first] = this.account.cash;
    }
    // Nothing is held before the first decision is filled, and its costs belong to the bar after.
    this.marks.equity[0] = this.account.initialCapital;
    const { account, marks } = this;
    return {
      aligned: this.aligned,
      equity: marks.equity,
      cash: marks.cash,
      averageWeights: marks.averageWeights,
      trades: account.trades,
      rebalancings: this.rebalancings,
      heldBars: this.heldBars,
      tradedValue: account.tradedValue,
      costs: { fees: account.fees, slippage: account.slippage, funding: account.funding },
      bankrupt: account.bankrupt,
      warnings: fillWarnings(this.input, this.aligned, account, this.volumes, this.filler.leftOut),
    };
  }

  /** Handles the opens of a bar and marks it, and those after it up to the next event; answers the bar of that. */
  private step(bar: number, last: number): number {
    const { atClose, funding, marks } = this;
    if (!atClose && funding.isCharged) funding.payUntil(bar, 'open');
    for (; this.ends[this.nextEnd]?.bar === bar; this.nextEnd++) {
      this.filler.sellDelisted(this.ends[this.nextEnd].member, bar);
    }
    if (this.pending !== null && !this.fillPending(bar)) return this.endBankrupt(bar);

    let stop = this.nextStop(bar, last);
    if (funding.isCharged && (atClose || bar === last)) funding.payUntil(bar, 'close');
    const ruinedAt = marks.mark(bar, stop);
    if (ruinedAt >= 0) {
      marks.weigh(bar, ruinedAt);
      this.countHeld(bar, ruinedAt + 1);
      return this.endBankrupt(ruinedAt);
    }
    const outside = this.firstOutside(bar, stop);
    if (outside >= 0) stop = outside + 1;
    this.countHeld(bar, stop);

    const decided = this.decisions[this.nextDecision] === stop - 1;
    if (decided) this.nextDecision++;
    if ((decided || outside >= 0) && stop - 1 < last) this.decide(stop - 1);
    if (this.pending !== null && atClose) {
      marks.weigh(bar, stop - 1);
      if (!this.fillPending(stop - 1)) return this.endBankrupt(stop - 1);
      marks.mark(stop - 1, stop);
      marks.weigh(stop - 1, stop);
    } else marks.weigh(bar, stop);
    return stop;
  }

  /** The first bar after this one at whose open, or at whose close before it, something may change. */
  private nextStop(bar: number, last: number): number {
    if (this.funding.isCharged) return bar + 1;
    let stop = last + 1;
    if (this.nextDecision < this.decisions.length)
      stop = Math.min(stop, this.decisions[this.nextDecision] + 1);
    if (this.nextEnd < this.ends.length) stop = Math.min(stop, this.ends[this.nextEnd].bar);
    if (this.plan.rebalance.kind === 'drift') stop = Math.min(stop, bar + BARS_PER_COMPARISON);
    return stop;
  }

  private firstOutside(from: number, to: number): number {
    const { rebalance } = this.plan;
    if (rebalance.kind !== 'drift') return -1;
    // Without any weights yet, every bar is one to decide on.
    if (this.target === null) return from;
    return this.marks.firstOutside(this.target, rebalance.band, from, to);
  }

  private decide(bar: number): void {
    const target = this.plan.decide(bar);
    if (target === null) return;
    this.target = target;
    this.pending = { target, decidedAt: this.aligned.openTime[bar] + this.barMilliseconds };
  }

  private countHeld(from: number, to: number): void {
    if (this.account.quantity.some((held) => held !== 0)) this.heldBars += to - from;
  }

  /** Whether anything is left of the account. */
  private fillPending(bar: number): boolean {
    const rebalancing = this.filler.fillTo(this.pending!, bar);
    this.pending = null;
    if (rebalancing === null) return false;
    if (this.plan.keepsTrades) this.rebalancings.push(rebalancing);
    return true;
  }

  private endBankrupt(bar: number): number {
    this.filler.closeAll(bar, 'bankruptcy');
    this.account.writeOff();
    const from = bar - this.aligned.first;
    this.marks.equity.fill(0, from);
    this.marks.cash.fill(0, from);
    return bar + 1;
  }

  private noteVolume(member: number, quantity: number, bar: number): void {
    const { candleAt, candles } = this.aligned.members[member];
    const candle = candleAt[bar];
    if (candle < 0) return;
    const inBaseUnits = this.input.members[member].volumeInBaseUnits ?? false;
    this.volumes[member].note(Math.abs(quantity), candles.volume[candle], inBaseUnits);
  }
}
