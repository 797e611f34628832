import type { EntityManager } from 'typeorm';
import type { MissingRange } from '#engine/market/describe-gaps';
import { intervalSeconds } from '#engine/market/interval';
import { OUTLIER_REASON } from '../market-data/quarantine/candle-quarantine';
import type { SeriesName } from '../market-data/series/series-name';

/** A candle in quarantine of an interval that is missing. */
export interface QuarantinedInGap<Gap> {
  readonly id: number;
  readonly openTime: Date;
  readonly reason: string;
  readonly quarantinedAt: Date;
  readonly gap: Gap;
}

/** What lies in quarantine of the intervals that gaps (ascending) lack, by open time. */
export async function findQuarantinedInGaps<Gap extends MissingRange>(
  manager: EntityManager,
  { exchange, symbol, interval }: SeriesName,
  gaps: readonly Gap[],
  limit: number,
): Promise<QuarantinedInGap<Gap>[]> {
  if (gaps.length === 0) return [];
  const milliseconds = intervalSeconds(interval) * 1000;
  const entries = await manager.query<Omit<QuarantinedInGap<Gap>, 'gap'>[]>(
    `select id::float8 as id, open_time as "openTime", reason, quarantined_at as "quarantinedAt"
     from quarantined_candles
     where exchange = $1 and symbol = $2 and interval = $3 and open_time >= $4 and open_time < $5
     order by open_time limit $6`,
    [exchange, symbol, interval, new Date(gaps[0].first), new Date(gaps.at(-1)!.last + milliseconds), limit],
  );
  let index = 0;
  return entries.flatMap((entry) => {
    const openTime = entry.openTime.getTime();
    // One that lies off the grid belongs to the interval in which it opens.
    while (index < gaps.length && gaps[index].last + milliseconds <= openTime) index++;
    const gap = gaps.at(index);
    return gap && gap.first <= openTime ? [{ ...entry, gap }] : [];
  });
}

/** Removes entries whose candle is stored by now, but for outliers that wait: those are judged with what is stored. */
export async function closeQuarantined(
  manager: EntityManager,
  entries: readonly Pick<QuarantinedInGap<unknown>, 'id' | 'quarantinedAt'>[],
): Promise<void> {
  if (entries.length === 0) return;
  await manager.query(
    `delete from quarantined_candles kept using unnest($1::bigint[], $2::timestamptz[]) as closed (id, quarantined_at)
     where kept.id = closed.id and kept.quarantined_at = closed.quarantined_at
       and not (awaits_next_candle and reason = $3)`,
    [entries.map(({ id }) => id), entries.map(({ quarantinedAt }) => quarantinedAt), OUTLIER_REASON],
  );
}
