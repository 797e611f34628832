import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Approval, countRecords, cutPage, LARGEST_ID, type RecordPage } from '../records/records';
import { Run } from './run.entity';
import type { RunKind } from './run-measures';
import { type RunCondition, type RunFilter, runConditions } from './run-conditions';
import { type RunOrder, type RunPosition, type RunStretch, stretchesOf } from './run-stretches';

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
    order: RunOrder,
    { offset, limit, before }: RunPageRequest,
  ): Promise<Omit<RecordPage<Run, RunPosition>, 'total'>> {
    const placed: Placed[] = [];
    let skipped = offset;
    for (const stretch of stretchesOf(order, before)) {
      const query = this.matching([...runConditions(filter), ...stretch.conditions]);
      // One more than is shown says whether runs follow.
      const found = await placedRuns(query.clone(), stretch, { skipped, limit: limit + 1 - placed.length });
      placed.push(...found);
      if (placed.length > limit) break;
      if (skipped > 0) skipped = found.length > 0 ? 0 : skipped - (await countOf(query));
    }
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
    return countOf(this.matching(conditions));
  }

  private matching(conditions: readonly RunCondition[]): SelectQueryBuilder<Run> {
    const query = this.runs().createQueryBuilder('run');
    for (const { sql, values } of conditions) query.andWhere(sql, values);
    return query;
  }

  private runs() {
    return this.dataSource.getRepository(Run);
  }
}

function isStorable(id: number): boolean {
  return id <= LARGEST_ID;
}

/** By `getCount` Postgres would sort all keys, so as to count each of them once. */
async function countOf(query: SelectQueryBuilder<Run>): Promise<number> {
  const { total } = (await query
    .clone()
    .select('count(*)::integer', 'total')
    .getRawOne<{ total: number }>())!;
  return total;
}

async function placedRuns(
  query: SelectQueryBuilder<Run>,
  { measure, direction, nulls, newest }: RunStretch,
  { skipped, limit }: { readonly skipped: number; readonly limit: number },
): Promise<Placed[]> {
  query.addSelect(measure ?? 'null::float8', 'value');
  query.addSelect('(extract(epoch from run.created_at) * 1000000)::bigint', 'microseconds');
  if (measure !== null) query.orderBy(measure, direction, nulls);
  query
    .addOrderBy('run.created_at', newest)
    .addOrderBy('run.kind', newest)
    .addOrderBy('run.run_id', newest)
    .offset(skipped)
    .limit(limit);
  const { raw, entities } = await query.getRawAndEntities<{ value: number | null; microseconds: string }>();
  return entities.map((run, index) => {
    const { value, microseconds } = raw[index];
    return Object.assign(run, {
      position: { value, microseconds: Number(microseconds), kind: run.kind, id: run.runId },
    });
  });
}
