import type { EntityManager } from 'typeorm';
import type { TimeSpan } from '#engine/market/split-ranges';

/** What a source was requested for in vain: a row of `confirmed_gaps`. */
export interface GapMark extends TimeSpan {
  readonly attempts: number;
  readonly firstEmptyAt: Date;
  readonly lastEmptyAt: Date;
}

/** Those that lie where the spans (ascending) do, ascending. */
export async function loadMarks(
  manager: EntityManager,
  seriesId: number,
  spans: readonly TimeSpan[],
): Promise<GapMark[]> {
  if (spans.length === 0) return [];
  const rows = await manager.query<(Omit<GapMark, 'first' | 'last'> & { first: Date; last: Date })[]>(
    `select first_open_time as first, last_open_time as last, attempts, first_empty_at as "firstEmptyAt",
            asked_at as "lastEmptyAt"
     from confirmed_gaps
     where series_id = $1 and last_open_time >= $2 and first_open_time <= $3 order by first_open_time`,
    [seriesId, new Date(spans[0].first), new Date(spans[spans.length - 1].last)],
  );
  return rows.map(({ first, last, ...mark }) => ({ ...mark, first: first.getTime(), last: last.getTime() }));
}

export async function replaceMarks(
  manager: EntityManager,
  seriesId: number,
  before: readonly GapMark[],
  after: readonly GapMark[],
): Promise<void> {
  await manager.query(
    'delete from confirmed_gaps where series_id = $1 and first_open_time = any($2::timestamptz[])',
    [seriesId, before.map(({ first }) => new Date(first))],
  );
  await manager.query(
    `insert into confirmed_gaps (series_id, first_open_time, last_open_time, attempts, first_empty_at, asked_at)
     select $1, first, last, attempts, first_empty_at, asked_at
     from unnest($2::timestamptz[], $3::timestamptz[], $4::integer[], $5::timestamptz[], $6::timestamptz[])
       as gap (first, last, attempts, first_empty_at, asked_at)`,
    [
      seriesId,
      after.map(({ first }) => new Date(first)),
      after.map(({ last }) => new Date(last)),
      after.map(({ attempts }) => attempts),
      after.map(({ firstEmptyAt }) => firstEmptyAt),
      after.map(({ lastEmptyAt }) => lastEmptyAt),
    ],
  );
}

/** The parts of a mark that lie before and after a stretch. */
export function outside(mark: GapMark, { first, last }: TimeSpan, intervalMilliseconds: number): GapMark[] {
  const steps = (milliseconds: number) => Math.floor(milliseconds / intervalMilliseconds);
  const lastBefore = mark.first + steps(first - 1 - mark.first) * intervalMilliseconds;
  const firstAfter = mark.first + (steps(last - mark.first) + 1) * intervalMilliseconds;
  return [
    ...(mark.first < first ? [{ ...mark, last: Math.min(mark.last, lastBefore) }] : []),
    ...(mark.last > last ? [{ ...mark, first: Math.max(mark.first, firstAfter) }] : []),
  ];
}
