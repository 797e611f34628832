import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Approval, countRecords, cutPage, LARGEST_ID, type RecordPage } from '../records/records';
import { countRuns, type ListedRun, readRuns, whereOf } from './read-runs';
import { Run } from './run.entity';
import type { RunKind } from './run-measures';
import { type RunFilter, runConditions } from './run-conditions';
import { type RunOrder, type RunPosition, stretchesOf } from './run-stretches';

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
    const listed: ListedRun[] = [];
    let skipped = offset;
    for (const stretch of stretchesOf(order, before)) {
      const where = whereOf([...runConditions(filter), ...stretch.conditions]);
      // One more than is shown says whether runs follow.
      const rest = { offset: skipped, limit: limit + 1 - listed.length };
      const found = await readRuns(this.dataSource, where, stretch, rest);
      listed.push(...found);
      if (listed.length > limit) break;
      if (skipped > 0) skipped = found.length > 0 ? 0 : skipped - (await countRuns(this.dataSource, where));
    }
    return cutPage(listed, limit, ({ position }) => position);
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
    if (conditions.length === 0) return countRecords(this.dataSource.getRepository(Run));
    return countRuns(this.dataSource, whereOf(conditions));
  }
}

function isStorable(id: number): boolean {
  return id <= LARGEST_ID;
}
