import { Injectable } from '@nestjs/common';
import type { Execution } from '#engine/backtest/execution';
import type { BenchmarkSeries } from '#engine/backtest/hold-benchmark';
import { type Calendar, CALENDARS } from '#engine/calendar/calendar';
import type { DataNeed } from '#engine/known-data/data-request';
import { limitWarnings } from '#engine/market/limit-warnings';
import type { Interval } from '#engine/market/interval';
import type { PortfolioInput, PortfolioMember } from '#engine/portfolio/portfolio';
import type { PortfolioSettings } from '#engine/portfolio/portfolio-settings';
import { portfolioWarmupBars } from '#engine/portfolio/portfolio-warmup';
import { RunInputs } from '../run-inputs';
import { MemberInputs, type Moment, type RequestedPortfolio } from './member-inputs';
import { memberWarnings } from './member-warnings';

/** What crosses into a thread: numbers and names; the columns are shared, not copied. */
export interface PortfolioTask {
  readonly input: PortfolioInput;
  /** Of each member: index of its first candle inside the range, and the interval of its stored candles. */
  readonly tradeFrom: readonly number[];
  readonly sourceIntervals: readonly Interval[];
  /** Null: the universe at equal weights. */
  readonly benchmark: BenchmarkSeries | null;
  readonly warmupBars: number;
  readonly warnings: readonly string[];
}

interface PreparedPortfolio {
  readonly settings: PortfolioSettings;
  /** How many bars before the range are wanted. */
  readonly historyBars: (execution: Execution) => number;
  /** What is read besides the candles of the members. */
  readonly needs: readonly DataNeed[];
  /** Candles that are closed by then count; milliseconds since 1970. */
  readonly now: number;
  /** Ends loads that several runs share. */
  readonly stop: AbortSignal;
}

/** Turns a row into what a thread can run; throws BacktestRefusal when it cannot be. */
@Injectable()
export class PortfolioInputs {
  constructor(
    private readonly members: MemberInputs,
    private readonly inputs: RunInputs,
  ) {}

  async prepare(
    portfolio: RequestedPortfolio,
    { settings, ...moment }: PreparedPortfolio,
  ): Promise<PortfolioTask> {
    const loaded = await this.members.load(portfolio, moment);
    const members = loaded.map(({ member }) => member);
    const [{ range, intervalSeconds, member }] = loaded;
    const beside = await this.loadBenchmark(portfolio, member, moment);
    return {
      input: { members, range, intervalSeconds, calendar: calendarOf(members), settings },
      tradeFrom: loaded.map(({ tradeFrom }) => tradeFrom),
      sourceIntervals: loaded.map(({ sourceInterval }) => sourceInterval),
      benchmark: beside?.benchmark ?? null,
      warmupBars: portfolioWarmupBars(settings, member.execution),
      warnings: limitWarnings([...memberWarnings(portfolio.members, loaded), ...(beside?.warnings ?? [])]),
    };
  }

  /** Null where none is named. */
  private async loadBenchmark(
    { benchmark, interval, startDate, endDate }: RequestedPortfolio,
    { execution }: PortfolioMember,
    { now, stop }: Moment,
  ) {
    if (!benchmark) return null;
    const request = { ...benchmark, interval, startDate, endDate };
    return this.inputs.prepareBenchmark(request, { now, stop, execution });
  }
}

/** The account has a bar whenever a member has one: its days are those of the member that trades most. */
function calendarOf(members: readonly PortfolioMember[]): Calendar {
  return CALENDARS.find((calendar) => members.some((member) => member.calendar === calendar))!;
}
