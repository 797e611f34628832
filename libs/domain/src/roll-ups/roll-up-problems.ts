import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Interval } from '#engine/market/interval';
import { poolOf } from '../postgres/pool';
import { storableText } from '../postgres/storable-text';
import { RollUpFailure } from './roll-up-failure.entity';
import type { RollUpSkip } from './roll-up-skip.entity';

/** A series that is rolled up, and a longer interval. */
export interface RollUpTarget {
  readonly sourceSeriesId: number;
  readonly interval: Interval;
}

export interface FailingTarget extends RollUpTarget {
  /** In a row. */
  readonly failures: number;
  /** It is to be tried again now. */
  readonly isDue: boolean;
}

/** Its open time is in milliseconds since 1970 UTC. */
export interface SkippedCandle extends Pick<RollUpSkip, 'cause' | 'reason'> {
  readonly openTime: number;
}

/** What keeps roll-ups from being stored: for who reads the list of series, and for the worker that tries again. */
@Injectable()
export class RollUpProblems {
  constructor(private readonly dataSource: DataSource) {}

  failures(): Promise<FailingTarget[]> {
    return this.dataSource.query(
      `select source_series_id as "sourceSeriesId", interval, failures, retry_at <= now() as "isDue" from roll_up_failures`,
    );
  }

  countFailures(): Promise<number> {
    return this.dataSource.manager.count(RollUpFailure);
  }

  /** Counts one more failure in a row, unless the series was deleted meanwhile. */
  async noteFailure(
    { sourceSeriesId, interval }: RollUpTarget,
    { reason, retryMilliseconds }: { reason: string; retryMilliseconds: number },
  ): Promise<void> {
    await this.dataSource.query(
      `insert into roll_up_failures as known (source_series_id, interval, reason, failures, failed_at, retry_at)
       select id, $2, $3, 1, now(), now() + make_interval(secs => $4) from series where id = $1
       on conflict (source_series_id, interval) do update
         set reason = excluded.reason, failures = known.failures + 1, failed_at = excluded.failed_at, retry_at = excluded.retry_at`,
      [sourceSeriesId, interval, storableText(reason), retryMilliseconds / 1000],
    );
  }

  async forgetFailure({ sourceSeriesId, interval }: RollUpTarget): Promise<void> {
    await this.dataSource.manager.delete(RollUpFailure, { sourceSeriesId, interval });
  }

  /** Of the candles of a window, which are skipped; those that are rolled up now are no longer. Answers those that were not known. */
  async noteSkips(
    { sourceSeriesId, interval }: RollUpTarget,
    { skipped, rolled }: { skipped: readonly SkippedCandle[]; rolled: readonly number[] },
  ): Promise<SkippedCandle[]> {
    if (rolled.length > 0) await this.forgetSkips({ sourceSeriesId, interval }, rolled);
    if (skipped.length === 0) return [];
    const { rows } = await poolOf(this.dataSource).query<{ openTime: Date }>(
      `insert into roll_up_skips (source_series_id, interval, open_time, cause, reason, skipped_at)
       select series.id, $2, skip.open_time, skip.cause, skip.reason, now()
       from series, unnest($3::timestamptz[], $4::text[], $5::text[]) as skip (open_time, cause, reason) where series.id = $1
       on conflict (source_series_id, interval, open_time) do update
         set cause = excluded.cause, reason = excluded.reason, skipped_at = excluded.skipped_at
         where (roll_up_skips.cause, roll_up_skips.reason) is distinct from (excluded.cause, excluded.reason)
       returning open_time as "openTime"`,
      [
        sourceSeriesId,
        interval,
        skipped.map(({ openTime }) => new Date(openTime)),
        skipped.map(({ cause }) => cause),
        skipped.map(({ reason }) => reason),
      ],
    );
    const noted = new Set(rows.map(({ openTime }) => openTime.getTime()));
    return skipped.filter(({ openTime }) => noted.has(openTime));
  }

  private async forgetSkips(
    { sourceSeriesId, interval }: RollUpTarget,
    rolled: readonly number[],
  ): Promise<void> {
    const { rows } = await poolOf(this.dataSource).query<{ openTime: Date }>(
      `select open_time as "openTime" from roll_up_skips
       where source_series_id = $1 and interval = $2 and open_time between $3 and $4`,
      [sourceSeriesId, interval, new Date(rolled[0]), new Date(rolled[rolled.length - 1])],
    );
    if (rows.length === 0) return;
    const now = new Set(rolled);
    await this.dataSource.query(
      `delete from roll_up_skips
       where source_series_id = $1 and interval = $2 and open_time = any($3::timestamptz[])`,
      [
        sourceSeriesId,
        interval,
        rows.map(({ openTime }) => openTime).filter((time) => now.has(time.getTime())),
      ],
    );
  }
}
