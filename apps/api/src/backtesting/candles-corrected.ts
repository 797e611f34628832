import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { CandleCorrections, type SeriesRead } from '#domain/market-data/revisions/candle-corrections';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { CandlesUsed, RunFingerprint } from '#domain/backtesting/stored-report';
import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, intervalSeconds, isInterval } from '#engine/market/interval';
import { type CandlesCorrectedSince, toCandlesCorrectedSince } from './candles-corrected.dto';

interface Result {
  readonly fingerprint: RunFingerprint;
}

type Run = Pick<Backtest, 'exchange' | 'symbol' | 'interval' | 'startDate' | 'endDate'> &
  Partial<Pick<ParameterSearch, 'members'>>;

/** Which candles were corrected after runs had used them. */
@Injectable()
export class CandlesCorrected {
  constructor(private readonly corrections: CandleCorrections) {}

  /** Null where the worker has no result of it. */
  async ofRun(
    run: Backtest | PortfolioRun,
    report: Result | undefined,
  ): Promise<CandlesCorrectedSince | null> {
    return run.startedAt && report ? this.since(run, report, run.startedAt) : null;
  }

  async ofSearch(search: ParameterSearch, manager: EntityManager): Promise<CandlesCorrectedSince | null> {
    const { result } = search;
    if (!result) return null;
    const { readAt, now } = search.plan as { readonly readAt?: string; readonly now: number };
    return this.since(search, result as Result, new Date(readAt ?? now), manager);
  }

  private async since(
    run: Run,
    { fingerprint }: Result,
    readAt: Date,
    manager?: EntityManager,
  ): Promise<CandlesCorrectedSince | null> {
    const { interval } = run;
    if (!isInterval(interval)) return null;
    const series = seriesOf(run, interval, fingerprint);
    if (series.length === 0) return null;
    return toCandlesCorrectedSince(await this.corrections.since({ series, interval, readAt }, manager));
  }
}

function seriesOf(
  run: Run,
  interval: Interval,
  { candles, memberCandles = [] }: RunFingerprint,
): readonly SeriesRead[] {
  const length = intervalSeconds(interval) * 1000;
  const read = (exchange: string, symbol: string, used: CandlesUsed): SeriesRead => ({
    exchange,
    symbol,
    sourceInterval: used.interval,
    start: new Date(used.start),
    end: new Date(used.end + length),
  });
  if (run.members) {
    return run.members.flatMap(({ exchange, symbol }, index) => {
      const used = memberCandles.at(index);
      return exchange !== null && used ? [read(exchange, symbol, used)] : [];
    });
  }
  if (run.exchange === null) return [];
  // Results of before `candles` was kept are taken for runs of stored candles of their own interval.
  const start = new Date(run.startDate).getTime();
  const end = new Date(run.endDate).getTime() + DAY_MILLISECONDS - length;
  return [read(run.exchange, run.symbol, candles ?? { interval, start, end })];
}
