import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { ListingAnswer } from '../http/listing';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { RecordPageQuery } from '../http/page.dto';
import { CheckedQuery, IdPipe, StrictBody } from '../http/validation/pipes';
import { LinkEvidenceDto, StrategyIdeaEvidenceRead } from './evidence.dto';
import { EvidenceService } from './evidence.service';
import { StrategyIdeaDetailsRead } from './idea-details.dto';

@ApiTags('Strategy ideas')
@ApiExtraModels(StrategyIdeaEvidenceRead)
@Controller('api/v1/strategy-ideas/:idea_id')
export class EvidenceController {
  constructor(private readonly service: EvidenceService) {}

  @Get('details')
  @Operation({
    summary: 'Details of a strategy idea',
    description:
      'How many runs are linked as evidence, the best and the newest of them with their verdicts, the journal entries, and warnings. The best is ' +
      'that with the best verdict (holds_up before not_refuted, inconclusive and likely_luck), then with the highest deflated Sharpe ratio, then ' +
      'with the highest Sharpe ratio. A run that failed, is not finished or was edited by hand never is: warnings name it.',
    answer: { description: 'The details', type: StrategyIdeaDetailsRead },
  })
  readStrategyIdeaDetails(@Param('idea_id', IdPipe) ideaId: number) {
    return this.service.details(ideaId);
  }

  @Get('evidence')
  @Operation({
    summary: 'List the evidence of a strategy idea',
    description: 'The runs that are linked to the idea, the last that was linked first.',
    answer: { description: 'A page of linked runs', schema: pageSchema(StrategyIdeaEvidenceRead) },
  })
  async listStrategyIdeaEvidence(
    @Param('idea_id', IdPipe) ideaId: number,
    @CheckedQuery() query: RecordPageQuery,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    return answer(query, await this.service.list(ideaId, query));
  }

  @Post('evidence')
  @Operation({
    summary: 'Link a run to a strategy idea',
    description:
      'A backtest, a sweep or a walk-forward run, also one that is not finished. A run that is linked already keeps its link. An idea has up to ' +
      '1000; a link goes with its run.',
    status: 201,
    takesIdempotencyKey: true,
    answer: { description: 'The link and its run', type: StrategyIdeaEvidenceRead },
  })
  async createStrategyIdeaEvidence(
    @Param('idea_id', IdPipe) ideaId: number,
    @StrictBody() link: LinkEvidenceDto,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.link(ideaId, link, key));
  }

  @Get('evidence/:evidence_id')
  @Operation({
    summary: 'Read a piece of evidence',
    description: 'The link with this id and its run.',
    answer: { description: 'The link and its run', type: StrategyIdeaEvidenceRead },
  })
  readStrategyIdeaEvidence(
    @Param('idea_id', IdPipe) ideaId: number,
    @Param('evidence_id', IdPipe) id: number,
  ) {
    return this.service.read(ideaId, id);
  }

  @Delete('evidence/:evidence_id')
  @Operation({
    summary: 'Remove a piece of evidence',
    description: 'Removes the link; the run stays.',
    status: 204,
    answer: { description: 'Removed' },
  })
  deleteStrategyIdeaEvidence(
    @Param('idea_id', IdPipe) ideaId: number,
    @Param('evidence_id', IdPipe) id: number,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.delete(ideaId, id, ifMatch);
  }
}
