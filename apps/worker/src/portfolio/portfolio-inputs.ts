import { Injectable } from '@nestjs/common';
import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import type { BenchmarkSeries } from '#engine/backtest/hold-benchmark';
import { type Calendar, CALENDARS } from '#engine/calendar/calendar';
import { limitWarnings } from '#engine/market/limit-warnings';
import type { Interval } from '#engine/market/interval';
import type { PortfolioInput, PortfolioMember } from '#engine/portfolio/portfolio';
import { portfolioWarmupBars } from '#engine/portfolio/portfolio-warmup';
import { RunInputs } from '../runs/run-inputs';
import { MemberInputs } from './member-inputs';
import { memberWarnings } from './member-warnings';
import { settingsOf } from './portfolio-settings';

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

interface Moment {
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

  async prepare(portfolio: PortfolioRun, moment: Moment): Promise<PortfolioTask> {
    const settings = settingsOf(portfolio);
    const loaded = await this.members.load(portfolio, settings, moment);
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
    { benchmark, interval, startDate, endDate }: PortfolioRun,
    { execution }: PortfolioMember,
    moment: Moment,
  ) {
    if (!benchmark) return null;
    const request = { ...benchmark, interval, startDate, endDate };
    return this.inputs.prepareBenchmark(request, { ...moment, execution });
  }
}

/** The account has a bar whenever a member has one: its days are those of the member that trades most. */
function calendarOf(members: readonly PortfolioMember[]): Calendar {
  return CALENDARS.find((calendar) => members.some((member) => member.calendar === calendar))!;
}
