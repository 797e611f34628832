import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findRecord } from '#domain/records/records';
import { RUN_NAMES } from '#domain/runs/run-measures';
import { EvidenceLinks, type LinkedRun, MOST_EVIDENCE } from '#domain/strategy-ideas/evidence-links';
import { bestEvidence } from '#domain/strategy-ideas/judge-evidence';
import { StrategyIdeaEvidence } from '#domain/strategy-ideas/strategy-idea-evidence.entity';
import { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { present, unprocessable } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IdempotentWrites } from '../http/idempotency/idempotent-writes';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import { type LinkEvidenceDto, toEvidenceRead } from './evidence.dto';
import { type StrategyIdeaDetailsRead, toIdeaDetails } from './idea-details.dto';

const IDEA = 'strategy idea';
const WHAT = 'evidence of this idea';

/** The runs that test an idea, and what follows from them. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: EvidenceLinks,
    private readonly writes: IdempotentWrites,
  ) {}

  async list(ideaId: number, query: RecordPageQuery) {
    const position = positionOf(query);
    await this.findIdea(this.dataSource.manager, ideaId);
    return toListing(query, await this.links.list(ideaId, position), toEvidenceRead);
  }

  link(ideaId: number, { kind, run_id, note }: LinkEvidenceDto, key: IdempotencyKey | undefined) {
    return this.writes.write(key, () => async (manager) => {
      const outcome = await this.links.link(manager, ideaId, { kind, runId: run_id, note });
      if (outcome === 'no such run') {
        const message = `must be the id of a ${RUN_NAMES[kind]} that exists: there is none with the id ${run_id}`;
        throw unprocessable([{ field: 'run_id', message }]);
      }
      if (outcome === 'too many') {
        const message = `cannot be linked: the idea has ${MOST_EVIDENCE} pieces of evidence, the most that it may have`;
        throw unprocessable([{ field: 'run_id', message }]);
      }
      const id = present(outcome === 'no such idea' ? null : outcome, IDEA, ideaId);
      return toEvidenceRead(await this.find(ideaId, id, manager));
    });
  }

  async read(ideaId: number, id: number) {
    return toEvidenceRead(await this.find(ideaId, id));
  }

  delete(ideaId: number, id: number, ifMatch: IfMatch): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const link = await this.find(ideaId, id, manager);
      // Of two deletions at once one finds nothing to lock.
      const locked = await manager.findOne(StrategyIdeaEvidence, {
        where: { id: link.id },
        lock: { mode: 'pessimistic_write' },
      });
      present(locked, WHAT, id);
      await ifMatch(async () => toEvidenceRead(await this.find(ideaId, id, manager)))?.(locked);
      await manager.delete(StrategyIdeaEvidence, id);
    });
  }

  /** In one snapshot: a run that is deleted meanwhile is in all parts of it. */
  details(ideaId: number): Promise<StrategyIdeaDetailsRead> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const { status } = await this.findIdea(manager, ideaId);
      const runs = await this.links.judged(manager, ideaId);
      const ids = [bestEvidence(runs), runs.at(0)].flatMap((run) => (run ? [run.id] : []));
      return toIdeaDetails({
        id: ideaId,
        status,
        runs,
        shown: await this.links.findAll(manager, ideaId, ids),
        verdicts: await this.links.verdicts(manager, ids),
        journalEntries: await manager.countBy(TradeJournalEntry, { ideaId }),
      });
    });
  }

  private async find(ideaId: number, id: number, manager?: EntityManager): Promise<LinkedRun> {
    return present(await this.links.find(ideaId, id, manager), WHAT, id);
  }

  private async findIdea(manager: EntityManager, id: number): Promise<StrategyIdea> {
    return present(await findRecord(manager.getRepository(StrategyIdea), id), IDEA, id);
  }
}
