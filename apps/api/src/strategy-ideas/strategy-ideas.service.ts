import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { deleteRecord, findRecord, newestRecords, updateRecord } from '#domain/records/records';
import { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { present } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IdempotentWrites } from '../http/idempotency/idempotent-writes';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import {
  type CreateStrategyIdeaDto,
  type ListStrategyIdeasQuery,
  STRATEGY_IDEA_COLUMNS,
  toStrategyIdeaRead,
  type UpdateStrategyIdeaDto,
} from './strategy-ideas.dto';

const WHAT = 'strategy idea';

@Injectable()
export class StrategyIdeasService {
  constructor(
    @InjectRepository(StrategyIdea) private readonly ideas: Repository<StrategyIdea>,
    private readonly writes: IdempotentWrites,
  ) {}

  async list(query: ListStrategyIdeasQuery) {
    const where = {
      ...(query.status !== undefined && { status: query.status }),
      ...(query.asset_class !== undefined && { assetClass: query.asset_class }),
    };
    const page = await newestRecords(this.ideas, positionOf(query), STRATEGY_IDEA_COLUMNS, where);
    return toListing(query, page, toStrategyIdeaRead);
  }

  create({ name, description, asset_class }: CreateStrategyIdeaDto, key: IdempotencyKey | undefined) {
    const idea = this.ideas.create({
      name,
      description,
      assetClass: asset_class ?? 'crypto',
      status: 'draft',
    });
    return this.writes.write(key, () => async (manager) => {
      await manager.insert(StrategyIdea, idea);
      return toStrategyIdeaRead(idea);
    });
  }

  async read(id: number) {
    return toStrategyIdeaRead(present(await findRecord(this.ideas, id), WHAT, id));
  }

  async update(
    id: number,
    { name, description, asset_class, status }: UpdateStrategyIdeaDto,
    ifMatch: IfMatch,
  ) {
    const changes = { name, description, assetClass: asset_class, status };
    return toStrategyIdeaRead(
      present(await updateRecord(this.ideas, id, changes, ifMatch(toStrategyIdeaRead)), WHAT, id),
    );
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    present((await deleteRecord(this.ideas, id, ifMatch(toStrategyIdeaRead))) || null, WHAT, id);
  }
}
