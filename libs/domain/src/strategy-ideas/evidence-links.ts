import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Verdict } from '#engine/validation/reach-verdict';
import { cutPage, LARGEST_ID, type PageRequest, type RecordPage } from '../records/records';
import type { RunKind } from '../runs/run-measures';
import { RUN_OF_EVIDENCE } from './evidence-sql';
import type { JudgedRun } from './judge-evidence';

/** Of an idea: what its details read stays bounded. */
export const MOST_EVIDENCE = 1_000;

/** A link with its run. Figures are null where the run is not completed, or the measure is not defined. */
export interface LinkedRun extends JudgedRun {
  readonly note: string | null;
  readonly linkedAt: Date;
  readonly strategyName: string;
  readonly symbol: string;
  readonly exchange: string | null;
  readonly interval: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly totalReturn: number | null;
  readonly maxDrawdown: number | null;
  readonly trades: number | null;
}

interface RunToLink {
  readonly kind: RunKind;
  readonly runId: number;
  /** Replaces that of an earlier link where it is given. */
  readonly note?: string | null;
}

type LinkOutcome = number | 'no such idea' | 'no such run' | 'too many';

const LINKED = `
  select evidence.id, evidence.note, evidence.linked_at as "linkedAt", run.*
  from strategy_idea_evidence evidence cross join lateral (${RUN_OF_EVIDENCE}) run`;

interface RunTable {
  readonly table: string;
  /** Of strategy_idea_evidence, which refers to the table. */
  readonly column: string;
  /** Where the table has runs of several kinds. */
  readonly storedKind?: string;
}

const RUN_TABLES: Readonly<Record<RunKind, RunTable>> = {
  backtest: { table: 'backtests', column: 'backtest_id' },
  portfolio: { table: 'portfolio_runs', column: 'portfolio_id' },
  sweep: { table: 'parameter_searches', column: 'search_id', storedKind: 'sweep' },
  'walk-forward': { table: 'parameter_searches', column: 'search_id', storedKind: 'walk_forward' },
};

/** Which runs test which ideas. */
@Injectable()
export class EvidenceLinks {
  constructor(private readonly dataSource: DataSource) {}

  /** Of the idea, newest first. */
  async list(ideaId: number, { offset, limit, before }: PageRequest): Promise<RecordPage<LinkedRun>> {
    const [found, [{ total }]] = await Promise.all([
      this.dataSource.query<LinkedRun[]>(
        `${LINKED} where evidence.idea_id = $1 and evidence.id < $2 order by evidence.id desc offset $3 limit $4`,
        [ideaId, Math.min(before ?? Infinity, LARGEST_ID), offset, limit + 1],
      ),
      this.dataSource.query<[{ total: number }]>(
        'select count(*)::integer as total from strategy_idea_evidence where idea_id = $1',
        [ideaId],
      ),
    ]);
    return { ...cutPage(found, limit, ({ id }) => id), total };
  }

  async find(ideaId: number, id: number, manager = this.dataSource.manager): Promise<LinkedRun | null> {
    if (id > LARGEST_ID) return null;
    return (await this.findAll(manager, ideaId, [id])).at(0) ?? null;
  }

  /** The id of the link, also of one that was there already. Links of one idea are made one after the other. */
  async link(manager: EntityManager, ideaId: number, { kind, runId, note }: RunToLink): Promise<LinkOutcome> {
    if (!(await this.lockIdea(manager, ideaId))) return 'no such idea';
    if (!(await this.lockRun(manager, kind, runId))) return 'no such run';
    const { column } = RUN_TABLES[kind];
    const [{ id, total }] = await manager.query<[{ id: number | null; total: number }]>(
      `select max(id) filter (where ${column} = $2) as id, count(*)::integer as total
       from strategy_idea_evidence where idea_id = $1`,
      [ideaId, runId],
    );
    if (id !== null) {
      if (note !== undefined)
        await manager.query('update strategy_idea_evidence set note = $2 where id = $1', [id, note]);
      return id;
    }
    if (total >= MOST_EVIDENCE) return 'too many';
    const [stored] = await manager.query<[{ id: number }]>(
      `insert into strategy_idea_evidence (idea_id, ${column}, note) values ($1, $2, $3) returning id`,
      [ideaId, runId, note ?? null],
    );
    return stored.id;
  }

  /** Of all links of the idea what decides between them, newest first. */
  judged(manager: EntityManager, ideaId: number): Promise<JudgedRun[]> {
    return manager.query<JudgedRun[]>(
      `select evidence.id, kind, "runId", status, "isEdited", "verdictLevel", "deflatedSharpeRatio", "sharpeRatio"
       from strategy_idea_evidence evidence cross join lateral (${RUN_OF_EVIDENCE}) run
       where evidence.idea_id = $1 order by evidence.id desc`,
      [ideaId],
    );
  }

  findAll(manager: EntityManager, ideaId: number, ids: readonly number[]): Promise<LinkedRun[]> {
    return manager.query<LinkedRun[]>(`${LINKED} where evidence.idea_id = $1 and evidence.id = any($2)`, [
      ideaId,
      ids,
    ]);
  }

  /** The verdicts in full, by the id of the link; none for a run that is not completed. */
  async verdicts(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, Verdict>> {
    const rows = await manager.query<{ id: number; verdict: Verdict | null }[]>(
      `select evidence.id, coalesce(report.report, portfolio.report, search.result) -> 'verdict' as verdict
       from strategy_idea_evidence evidence
       left join backtest_reports report on report.backtest_id = evidence.backtest_id
       left join portfolio_reports portfolio on portfolio.portfolio_id = evidence.portfolio_id
       left join parameter_searches search on search.id = evidence.search_id
       where evidence.id = any($1)`,
      [ids],
    );
    return new Map(rows.flatMap(({ id, verdict }) => (verdict ? [[id, verdict] as const] : [])));
  }

  /** Waits for who deletes it; false when there is none. */
  private async lockIdea(manager: EntityManager, id: number): Promise<boolean> {
    if (id > LARGEST_ID) return false;
    const statement = 'select from strategy_ideas where id = $1 for no key update';
    return (await manager.query<unknown[]>(statement, [id])).length > 0;
  }

  /** Keeps it from being deleted; false when there is none of the kind. */
  private async lockRun(manager: EntityManager, kind: RunKind, id: number): Promise<boolean> {
    const { table, storedKind } = RUN_TABLES[kind];
    const statement = `select from ${table} where id = $1${storedKind === undefined ? '' : ' and kind = $2'} for key share`;
    return (
      (await manager.query<unknown[]>(statement, [id, ...(storedKind === undefined ? [] : [storedKind])]))
        .length > 0
    );
  }
}
