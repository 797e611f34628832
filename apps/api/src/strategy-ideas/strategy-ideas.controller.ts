import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { ListingAnswer } from '../http/listing';
import { CheckedQuery, IdPipe, OpenBody, StrictBody } from '../http/validation/pipes';
import {
  CreateStrategyIdeaDto,
  ListStrategyIdeasQuery,
  StrategyIdeaRead,
  UpdateStrategyIdeaDto,
} from './strategy-ideas.dto';
import { StrategyIdeasService } from './strategy-ideas.service';

@ApiTags('Strategy ideas')
@ApiExtraModels(StrategyIdeaRead)
@Controller('api/v1/strategy-ideas')
export class StrategyIdeasController {
  constructor(private readonly service: StrategyIdeasService) {}

  @Get()
  @Operation({
    summary: 'List strategy ideas',
    description: 'Newest first; those with one status, or of one asset class, alone where it is given.',
    answer: { description: 'A page of ideas', schema: pageSchema(StrategyIdeaRead) },
  })
  async listStrategyIdeas(
    @CheckedQuery() query: ListStrategyIdeasQuery,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    return answer(query, await this.service.list(query));
  }

  @Post()
  @Operation({
    summary: 'Note a strategy idea',
    description: 'A new idea is a draft.',
    status: 201,
    takesIdempotencyKey: true,
    answer: { description: 'The idea as stored', type: StrategyIdeaRead },
  })
  async createStrategyIdea(
    @StrictBody() idea: CreateStrategyIdeaDto,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.create(idea, key));
  }

  @Get(':idea_id')
  @Operation({
    summary: 'Read a strategy idea',
    description: 'The idea with this id.',
    answer: { description: 'The idea', type: StrategyIdeaRead },
  })
  readStrategyIdea(@Param('idea_id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Patch(':idea_id')
  @Operation({
    summary: 'Change a strategy idea',
    description: 'Changes what is given. No field can be null.',
    answer: { description: 'The idea as it now is', type: StrategyIdeaRead },
  })
  updateStrategyIdea(
    @Param('idea_id', IdPipe) id: number,
    @OpenBody() changes: UpdateStrategyIdeaDto,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.update(id, changes, ifMatch);
  }

  @Delete(':idea_id')
  @Operation({
    summary: 'Delete a strategy idea',
    description: 'Removes the idea for good.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteStrategyIdea(@Param('idea_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(id, ifMatch);
  }
}
