import { Injectable } from '@nestjs/common';
import { RUN_NAMES, type RunKind } from '#domain/runs/run-measures';
import type { Run } from '#domain/runs/run.entity';
import type { RunFilter } from '#domain/runs/run-conditions';
import type { RunOrder, RunPosition } from '#domain/runs/run-stretches';
import { Runs } from '#domain/runs/runs';
import { present } from '../../http/api-error';
import type { IfMatch } from '../../http/if-match';
import { toListing } from '../../http/listing';
import { positionOf } from '../../http/page.dto';
import { toRunLabels, toRunRead, type UpdateRunLabelsDto } from './run.dto';
import { RUNS_CSV_HEADER, toRunLine } from './runs-csv';
import { type RunsQuery, toRunFilter } from './runs-query.dto';

const ROWS_AT_ONCE = 1_000;

/** All runs in one list, and their labels. */
@Injectable()
export class RunsService {
  constructor(private readonly runs: Runs) {}

  async list(query: RunsQuery, caller: string | null) {
    const page = await this.runs.list(toRunFilter(query, caller), orderOf(query), positionOf(query));
    return toListing(query, page, toRunRead);
  }

  /** All runs that match, in pieces of CSV; the first one is there when it answers. */
  async csv(query: RunsQuery, caller: string | null): Promise<AsyncIterable<string>> {
    const pieces = this.pieces(toRunFilter(query, caller), orderOf(query));
    const first = await pieces.next();
    return (async function* () {
      if (!first.done) yield first.value;
      yield* pieces;
    })();
  }

  async find(kind: RunKind, id: number): Promise<Run> {
    return presentRun(await this.runs.find(kind, id), kind, id);
  }

  async labels(kind: RunKind, id: number) {
    return toRunLabels(await this.find(kind, id));
  }

  async label(kind: RunKind, id: number, { name, note, tags }: UpdateRunLabelsDto, ifMatch: IfMatch) {
    const labels = { name, note, ...(tags && { tags: [...new Set(tags)].sort() }) };
    const run = await this.runs.label(kind, id, labels, ifMatch(toRunLabels));
    return toRunLabels(presentRun(run, kind, id));
  }

  private async *pieces(filter: RunFilter, order: RunOrder) {
    let piece = RUNS_CSV_HEADER;
    let before: RunPosition | undefined;
    do {
      const { items, next }: { items: Run[]; next?: RunPosition } = await this.runs.page(filter, order, {
        offset: 0,
        limit: ROWS_AT_ONCE,
        ...(before && { before }),
      });
      yield piece + items.map(toRunLine).join('');
      piece = '';
      before = next;
    } while (before);
  }
}

function orderOf({ sort, order }: RunsQuery): RunOrder {
  return { by: sort, ascending: order === 'asc' };
}

function presentRun(run: Run | null, kind: RunKind, id: number): Run {
  return present(run, RUN_NAMES[kind], id, 'BACKTEST_NOT_FOUND');
}
