import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Approval, countRecords, cutPage, LARGEST_ID, type RecordPage } from '../records/records';
import { Run } from './run.entity';
import type { RUN_SORTS, RunKind } from './run-measures';
import { type RunFilter, runConditions } from './run-conditions';

export interface RunOrder {
  readonly by: (typeof RUN_SORTS)[number];
  readonly ascending: boolean;
}

/** Where a page of runs ends. */
export interface RunPosition {
  /** Of the measure that the list is sorted by; null also where it is sorted by time. */
  readonly value: number | null;
  /** Of the submission, since 1970 UTC. */
  readonly microseconds: number;
  readonly kind: string;
  readonly id: number;
}

interface RunPageRequest {
  readonly offset: number;
  readonly limit: number;
  readonly before?: RunPosition;
}

export interface RunLabels {
  readonly name: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
}

type Placed = Run & { readonly position: RunPosition };

/** All runs, of every kind. */
@Injectable()
export class Runs {
  constructor(private readonly dataSource: DataSource) {}

  /** By the order, runs without the measure last, ties by newest. */
  async list(
    filter: RunFilter,
    order: RunOrder,
    request: RunPageRequest,
  ): Promise<RecordPage<Run, RunPosition>> {
    const [page, total] = await Promise.all([this.page(filter, order, request), this.count(filter)]);
    return { ...page, total };
  }

  async page(
    filter: RunFilter,
    { by, ascending }: RunOrder,
    { offset, limit, before }: RunPageRequest,
  ): Promise<Omit<RecordPage<Run, RunPosition>, 'total'>> {
    const isByTime = by === 'created_at';
    const query = this.runs().createQueryBuilder('run');
    for (const { sql, values } of runConditions(filter)) query.andWhere(sql, values);
    const newest = isByTime && ascending ? 'ASC' : 'DESC';
    const measure = isByTime ? 'null::float8' : `run.${by}`;
    query.addSelect(measure, 'value');
    query.addSelect('(extract(epoch from run.created_at) * 1000000)::bigint', 'microseconds');
    if (!isByTime) query.orderBy(measure, ascending ? 'ASC' : 'DESC', 'NULLS LAST');
    query
      .addOrderBy('run.created_at', newest)
      .addOrderBy('run.kind', newest)
      .addOrderBy('run.run_id', newest);
    if (before) {
      const values = {
        value: before.value,
        microseconds: before.microseconds,
        pastKind: before.kind,
        pastId: before.id,
      };
      query.andWhere(conditionAfter(before, measure, { isByTime, ascending }), values);
    }
    // One more than is shown says whether runs follow.
    const { raw, entities } = await query
      .offset(offset)
      .limit(limit + 1)
      .getRawAndEntities<{ value: number | null; microseconds: string }>();
    const placed = entities.map((run, index): Placed => {
      const { value, microseconds } = raw[index];
      return Object.assign(run, {
        position: { value, microseconds: Number(microseconds), kind: run.kind, id: run.runId },
      });
    });
    return cutPage(placed, limit, ({ position }) => position);
  }

  async find(kind: RunKind, runId: number, manager = this.dataSource.manager): Promise<Run | null> {
    return isStorable(runId) ? manager.findOneBy(Run, { kind, runId }) : null;
  }

  /** Changes what is given and answers the run as it then is; null when there is none. */
  async label(
    kind: RunKind,
    runId: number,
    labels: Partial<RunLabels>,
    approve?: Approval<Run>,
  ): Promise<Run | null> {
    if (!isStorable(runId)) return null;
    return this.dataSource.transaction(async (manager: EntityManager) => {
      const run = await manager.findOne(Run, { where: { kind, runId }, lock: { mode: 'pessimistic_write' } });
      if (!run) return null;
      await approve?.(run);
      const given = Object.fromEntries(
        Object.entries(labels as Readonly<Record<string, unknown>>).filter(
          ([, value]) => value !== undefined,
        ),
      );
      if (Object.keys(given).length > 0) await manager.update(Run, { kind, runId }, given);
      return this.find(kind, runId, manager);
    });
  }

  private async count(filter: RunFilter): Promise<number> {
    const conditions = runConditions(filter);
    if (conditions.length === 0) return countRecords(this.runs());
    const query = this.runs().createQueryBuilder('run');
    for (const { sql, values } of conditions) query.andWhere(sql, values);
    return query.getCount();
  }

  private runs() {
    return this.dataSource.getRepository(Run);
  }
}

function isStorable(id: number): boolean {
  return id <= LARGEST_ID;
}

const SUBMITTED = `(run.created_at, run.kind, run.run_id)`;
const POSITION = `(timestamptz 'epoch' + :microseconds * interval '1 microsecond', :pastKind, :pastId)`;

function conditionAfter(
  { value }: RunPosition,
  measure: string,
  { isByTime, ascending }: { readonly isByTime: boolean; readonly ascending: boolean },
): string {
  const older = `${SUBMITTED} ${isByTime && ascending ? '>' : '<'} ${POSITION}`;
  if (isByTime) return older;
  if (value === null) return `${measure} is null and ${older}`;
  const worse = `${measure} ${ascending ? '>' : '<'} :value`;
  return `(${worse} or ${measure} is null or (${measure} = :value and ${older}))`;
}
