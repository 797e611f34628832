import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { CandleCorrections, type Corrections } from '#domain/market-data/candle-corrections';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { RunFingerprint } from '#domain/backtesting/stored-report';
import { isInterval, intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { CountAnswer, FlagAnswer, TimeAnswer } from '../http/answer-fields';

const DAY_MILLISECONDS = 86_400_000;

/** Candles that a run used and that are others now. */
export class CandlesCorrectedSince {
  @CountAnswer('candles', {
    description: 'Candles of the run, warm-up included, that were corrected after it',
    example: 2,
  })
  count: number;

  @TimeAnswer({
    description: 'Open time of the first corrected candle; null where there is none',
    example: '2005-06-01T00:00:00Z',
    nullable: true,
  })
  start: string | null;

  @TimeAnswer({
    description: 'Open time of the last corrected candle; null where there is none',
    example: '2005-06-03T00:00:00Z',
    nullable: true,
  })
  end: string | null;

  @TimeAnswer({
    description: 'When one of them was corrected last; null where there is none',
    example: '2026-11-22T14:03:11.532Z',
    nullable: true,
  })
  corrected_at: string | null;

  @FlagAnswer({
    description: 'Whether there were more than 1,000 changes; the fields above are then of the first ones',
    example: false,
  })
  truncated: boolean;
}

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
    const { result } = search;
    if (!result) return null;
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
    return toRead(await this.corrections.since(used, manager));
  }
}

function toRead({ count, start, end, correctedAt, truncated }: Corrections): CandlesCorrectedSince {
  const time = (date: Date | null) => date && formatDateTime(date.getTime());
  return { count, start: time(start), end: time(end), corrected_at: time(correctedAt), truncated };
}

/** Among a report's warnings: that it is not what a run would give now. */
export function correctionWarnings(corrected: CandlesCorrectedSince | null): string[] {
  if (!corrected || corrected.count === 0) return [];
  const { count, start, end, truncated } = corrected;
  const counted = truncated ? `${count} or more` : count;
  return [`candles corrected since: ${counted}, from ${start} to ${end}; verify compares with today's`];
}
