import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { CandleCorrections } from '#domain/market-data/revisions/candle-corrections';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { RunFingerprint } from '#domain/backtesting/stored-report';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { intervalSeconds, isInterval } from '#engine/market/interval';
import { type CandlesCorrectedSince, toCandlesCorrectedSince } from './candles-corrected.dto';

interface Result {
  readonly fingerprint: RunFingerprint;
}

type Run = Pick<Backtest, 'exchange' | 'symbol' | 'interval' | 'startDate' | 'endDate'>;

/** Which candles were corrected after runs had used them. */
@Injectable()
export class CandlesCorrected {
  constructor(private readonly corrections: CandleCorrections) {}

  /** Null where the worker has no result of it. */
  async ofBacktest(backtest: Backtest, report: Result | undefined): Promise<CandlesCorrectedSince | null> {
    return backtest.startedAt && report ? this.since(backtest, report, backtest.startedAt) : null;
  }

  async ofSearch(search: ParameterSearch, manager: EntityManager): Promise<CandlesCorrectedSince | null> {
    const { result, members } = search;
    // Its members are many series.
    if (!result || members !== null) return null;
    const { readAt, now } = search.plan as { readonly readAt?: string; readonly now: number };
    return this.since(search, result as Result, new Date(readAt ?? now), manager);
  }

  /** Results of before `fingerprint.candles` was kept are taken for runs of stored candles of their own interval. */
  private async since(
    run: Run,
    result: Result,
    readAt: Date,
    manager?: EntityManager,
  ): Promise<CandlesCorrectedSince | null> {
    const { exchange, symbol, interval, startDate, endDate } = run;
    if (exchange === null || !isInterval(interval)) return null;
    const { candles } = result.fingerprint;
    const sourceInterval = candles?.interval ?? interval;
    const end = candles
      ? candles.end + intervalSeconds(interval) * 1000
      : new Date(endDate).getTime() + DAY_MILLISECONDS;
    const used = {
      exchange,
      symbol,
      interval,
      sourceInterval,
      readAt,
      start: new Date(candles?.start ?? startDate),
      end: new Date(end),
    };
    return toCandlesCorrectedSince(await this.corrections.since(used, manager));
  }
}
