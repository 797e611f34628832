import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { CandleCorrections, type Corrections } from '#domain/market-data/candle-corrections';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { isInterval, intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';

const DAY_MILLISECONDS = 86_400_000;

export class CandlesCorrectedSince {
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Candles that the run used and that are others now, warm-up included',
  })
  count: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2005-06-01T00:00:00Z',
    description: 'Open time of the first; null where there is none',
  })
  start: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2005-06-03T00:00:00Z',
    description: 'Open time of the last',
  })
  end: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-22T14:03:11.532Z',
    description: 'When one of them was changed last',
  })
  corrected_at: string | null;
}

type Run = Pick<Backtest, 'exchange' | 'symbol' | 'interval' | 'startDate' | 'endDate'>;

/** Which candles were corrected after runs had used them. */
@Injectable()
export class CandlesCorrected {
  constructor(private readonly corrections: CandleCorrections) {}

  /** Null where the worker has no result of it. */
  async ofBacktest(backtest: Backtest, report: object | undefined): Promise<CandlesCorrectedSince | null> {
    return backtest.startedAt && report ? this.since(backtest, report, backtest.startedAt) : null;
  }

  async ofSearch(search: ParameterSearch, manager: EntityManager): Promise<CandlesCorrectedSince | null> {
    const { result } = search;
    if (!result) return null;
    const { readAt, now } = search.plan as { readonly readAt?: string; readonly now: number };
    return this.since(search, result, new Date(readAt ?? now), manager);
  }

  /** Results of before `fingerprint.candles` was kept are taken for runs of stored candles of their own interval. */
  private async since(
    run: Run,
    result: object,
    readAt: Date,
    manager?: EntityManager,
  ): Promise<CandlesCorrectedSince | null> {
    const { exchange, symbol, interval, startDate, endDate } = run;
    if (exchange === null || !isInterval(interval)) return null;
    const { candles } = (
      result as { fingerprint: { candles?: Record<'interval' | 'start' | 'end', string> } }
    ).fingerprint;
    const sourceInterval = candles && isInterval(candles.interval) ? candles.interval : interval;
    const end = candles
      ? new Date(candles.end).getTime() + intervalSeconds(interval) * 1000
      : new Date(endDate).getTime() + DAY_MILLISECONDS;
    const used = {
      ...{ exchange, symbol, interval, sourceInterval, readAt },
      start: new Date(candles?.start ?? startDate),
      end: new Date(end),
    };
    return toRead(await this.corrections.since(used, manager));
  }
}

function toRead({ count, start, end, correctedAt }: Corrections): CandlesCorrectedSince {
  const time = (date: Date | null) => date && formatDateTime(date.getTime());
  return { count, start: time(start), end: time(end), corrected_at: time(correctedAt) };
}

/** Among a report's warnings: that it is not what a run would give now. */
export function correctionWarnings(corrected: CandlesCorrectedSince | null): string[] {
  if (!corrected || corrected.count === 0) return [];
  const { count, start, end } = corrected;
  return [`candles corrected since: ${count}, from ${start} to ${end}; verify compares with today's`];
}
