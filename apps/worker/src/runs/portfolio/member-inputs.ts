import { Injectable } from '@nestjs/common';
import type { RequestedBenchmark, RequestedRun } from '#domain/backtesting/backtest.entity';
import type { UniverseMember } from '#domain/universes/universe-member';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { Execution } from '#engine/backtest/execution';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { DataNeed } from '#engine/known-data/data-request';
import { BYTES_PER_CANDLE, type CandleColumns, joinCandleColumns } from '#engine/market/candle-columns';
import { MAXIMUM_MEMBER_BARS } from '#engine/portfolio/align-members';
import type { PortfolioMember } from '#engine/portfolio/portfolio';
import { type RunInput, RunInputs } from '../run-inputs';

/** Each has a connection and a series in memory, beside what the run keeps of those that are loaded. */
const LOADS_AT_ONCE = 4;
const MOST_REASONS = 5;

/** A member and what else is known of how it was loaded. */
export interface LoadedMember extends Pick<
  RunInput,
  'range' | 'intervalSeconds' | 'tradeFrom' | 'sourceInterval' | 'warnings'
> {
  readonly member: PortfolioMember;
}

/** What a row says of the series of a portfolio and how they are traded. */
export interface RequestedPortfolio extends Pick<RequestedRun, 'interval' | 'startDate' | 'endDate'> {
  readonly members: readonly UniverseMember[];
  /** As in the request. */
  readonly execution: object;
  readonly benchmark: RequestedBenchmark | null;
  readonly datasets: RequestedRun['datasets'];
}

export interface Moment {
  readonly historyBars: (execution: Execution) => number;
  /** What the strategy of all members reads besides their candles. */
  readonly needs: readonly DataNeed[];
  readonly now: number;
  readonly stop: AbortSignal;
}

/**
 * Loads the candles of a portfolio's members, a few at a time: however long the series are, the process keeps no more of them than the
 * run needs.
 */
@Injectable()
export class MemberInputs {
  constructor(private readonly inputs: RunInputs) {}

  /** In the order of the members. Throws BacktestRefusal where some have no candles, or all of them too many. */
  async load(portfolio: RequestedPortfolio, moment: Moment): Promise<readonly LoadedMember[]> {
    const { members } = portfolio;
    const loaded: (LoadedMember | string)[] = [];
    let candles = 0;
    let next = 0;
    const loadOthers = async () => {
      while (next < members.length) {
        const index = next++;
        loaded[index] = await this.loadMember(portfolio, members[index], moment);
        const found = loaded[index];
        if (typeof found !== 'string') candles += found.member.candles.length;
        if (candles > MAXIMUM_MEMBER_BARS) throw tooManyCandles(members.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: LOADS_AT_ONCE }, loadOthers));
    } finally {
      next = members.length;
    }
    return withoutReasons(loaded);
  }

  /** The reason where it cannot be. */
  private async loadMember(
    portfolio: RequestedPortfolio,
    named: UniverseMember,
    moment: Moment,
  ): Promise<LoadedMember | string> {
    const { exchange, symbol } = named;
    const { interval, startDate, endDate, execution, datasets } = portfolio;
    const request = { exchange, symbol, interval, startDate, endDate };
    try {
      return toLoadedMember(named, await this.inputs.prepare(request, { execution, datasets, ...moment }));
    } catch (error) {
      if (error instanceof BacktestRefusal) return error.message;
      throw error;
    }
  }
}

function toLoadedMember({ exchange, symbol, from, to }: UniverseMember, input: RunInput): LoadedMember {
  const { range, intervalSeconds, tradeFrom, sourceInterval, warnings } = input;
  const { calendar, execution, funding, volumeInBaseUnits, data } = input;
  return {
    range,
    intervalSeconds,
    tradeFrom,
    sourceInterval,
    warnings,
    member: {
      // One without an exchange has no candles and was refused.
      exchange: exchange!,
      symbol,
      candles: ofItsOwn(input.candles),
      from: from === null ? null : Date.parse(from),
      to: to === null ? null : Date.parse(to) + DAY_MILLISECONDS,
      calendar,
      execution,
      funding,
      volumeInBaseUnits,
      ...(data && { data }),
    },
  };
}

/** A part of a longer series would keep all of it in memory, also when the cache does not any more. */
function ofItsOwn(candles: CandleColumns): CandleColumns {
  const isWhole = candles.openTime.buffer.byteLength === candles.length * BYTES_PER_CANDLE;
  return isWhole ? candles : joinCandleColumns([candles]);
}

function withoutReasons(loaded: readonly (LoadedMember | string)[]): readonly LoadedMember[] {
  const reasons = loaded.filter((each) => typeof each === 'string');
  if (reasons.length === 0) return loaded as readonly LoadedMember[];
  const more = reasons.length - MOST_REASONS;
  const named = reasons.slice(0, MOST_REASONS).join('; ');
  throw new BacktestRefusal(more > 0 ? `${named}; and ${more} more` : named);
}

function tooManyCandles(members: number): BacktestRefusal {
  return new BacktestRefusal(
    `the ${members} members have more than the ${MAXIMUM_MEMBER_BARS} candles that a run may hold: ` +
      'take a coarser interval, a shorter range or fewer members',
  );
}
