import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { INTERVALS } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { exclusively } from '../../postgres/exclusively';
import { keptSince } from './kept-candles';
import { LATE_WRITES_KEPT_DAYS } from './late-write.entity';

/** Few enough that who writes to the series meanwhile hardly waits. */
const CANDLES_AT_ONCE = 5_000;
const NOTES_AT_ONCE = 10_000;

/** Candles that somebody is writing are left for the next time: to wait for them could be for ever. */
const DELETE_OLDEST = `
  with old as (
    select open_time from candlesticks where series_id = $1 and open_time < $2 order by open_time limit $3
    for update skip locked
  ), deleted as (
    delete from candlesticks using old where series_id = $1 and candlesticks.open_time = old.open_time
    returning candlesticks.open_time
  )
  select count(*)::integer as count from deleted`;

/** What is left, seen by a statement of its own. */
const ADJUST = `
  update series
  set candle_count = candle_count - $2, version = version + 1,
      first_open_time = (select min(open_time) from candlesticks where series_id = $1),
      last_open_time = (select max(open_time) from candlesticks where series_id = $1)
  where id = $1`;

/**
 * Deletes candles that are older than their interval is kept, with their revisions, and notes that nobody needs any more.
 * Plain deletes of bounded size, also on TimescaleDB: its chunks hold all intervals, so none can be dropped for one of them.
 */
@Injectable()
export class CandleRetention {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async deleteOld(stop: AbortSignal): Promise<void> {
    await exclusively(this.dataSource, 'delete what is old', (ending) => this.delete(ending), { stop });
  }

  private async delete(ending: AbortSignal): Promise<void> {
    const { retentionDays } = this.environment;
    for (const interval of INTERVALS) {
      if (!retentionDays.has(interval)) continue;
      await this.deleteCandles(interval, new Date(keptSince(retentionDays, interval, Date.now())), ending);
    }
    await this.deleteLateWrites(ending);
  }

  private async deleteCandles(interval: string, before: Date, ending: AbortSignal): Promise<void> {
    const series = await this.dataSource.query<{ id: number }[]>(
      'select id from series where interval = $1 and first_open_time < $2 order by id',
      [interval, before],
    );
    for (const { id } of series) {
      let deleted = CANDLES_AT_ONCE;
      while (deleted === CANDLES_AT_ONCE && !ending.aborted) {
        deleted = await this.dataSource.transaction((manager) =>
          deleteOldest(manager, { id, interval }, before),
        );
      }
    }
  }

  private async deleteLateWrites(ending: AbortSignal): Promise<void> {
    let deleted = NOTES_AT_ONCE;
    while (deleted === NOTES_AT_ONCE && !ending.aborted) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from late_writes where (series_id, version) in (
           select series_id, version from late_writes where written_at < now() - make_interval(days => $1) limit $2)`,
        [LATE_WRITES_KEPT_DAYS, NOTES_AT_ONCE],
      );
    }
  }
}

/** The counters change in the transaction of the deletion; the series' lock keeps writers from changing them between. */
async function deleteOldest(
  manager: EntityManager,
  { id: seriesId, interval }: { id: number; interval: string },
  before: Date,
): Promise<number> {
  await manager.query(`set local lock_timeout = '1s'`);
  // After a restore the id may be that of a series of another interval, which is kept longer.
  const series = await manager.query<unknown[]>(
    'select from series where id = $1 and interval = $2 for no key update',
    [seriesId, interval],
  );
  if (series.length === 0) return 0;
  const [{ count }] = await manager.query<[{ count: number }]>(DELETE_OLDEST, [
    seriesId,
    before,
    CANDLES_AT_ONCE,
  ]);
  if (count === 0) return 0;
  await manager.query(ADJUST, [seriesId, count]);
  await manager.query(
    `delete from candlestick_revisions where series_id = $1 and open_time < $2
       and open_time < coalesce((select first_open_time from series where id = $1), $2)`,
    [seriesId, before],
  );
  await manager.query('delete from confirmed_gaps where series_id = $1 and last_open_time < $2', [
    seriesId,
    before,
  ]);
  // A summary counts on from where it was; what went away has to be counted anew.
  await manager.query('delete from series_quality where series_id = $1', [seriesId]);
  return count;
}
