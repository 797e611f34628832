import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ListingAnswer } from '../http/listing';
import { errorAnswer, Operation, pageSchema } from '../http/operation';
import { CheckedQuery, IdPipe, StrictBody } from '../http/validation/pipes';
import {
  DeadLetterDetailsRead,
  DeadLetterRead,
  ListDeadLettersQuery,
  ReplayDeadLetterDto,
} from './dead-letters.dto';
import { DeadLettersService } from './dead-letters.service';

@ApiTags('Dead letters')
@ApiExtraModels(DeadLetterRead)
@Controller('api/v1/events/dead-letters')
export class DeadLettersController {
  constructor(private readonly service: DeadLettersService) {}

  @Get()
  @Operation({
    summary: 'List dead letters',
    description:
      'Fills and positions from the broker that could not be ingested, with the reason, the last that came in first. Decided ones are kept for ' +
      '30 days, waiting ones for 90.',
    answer: { description: 'A page of dead letters', schema: pageSchema(DeadLetterRead) },
  })
  async listDeadLetters(@CheckedQuery() query: ListDeadLettersQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Get(':id')
  @Operation({
    summary: 'Read a dead letter',
    description: 'With the message as it came and its headers.',
    answer: { description: 'The dead letter', type: DeadLetterDetailsRead },
  })
  readDeadLetter(@Param('id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Post(':id/replay')
  @Operation({
    summary: 'Replay a dead letter',
    description:
      'Ingests the stored message again, or a corrected one instead, also of a dead letter that was discarded. What fails again stays as ' +
      'it is: 422 says why. A dead letter that was replayed is answered as it is, unless a corrected message is given: content that is known ' +
      'counts once.',
    answer: { description: 'The dead letter with the outcome', type: DeadLetterRead },
  })
  replayDeadLetter(@Param('id', IdPipe) id: number, @StrictBody() body: ReplayDeadLetterDto) {
    return this.service.replay(id, body);
  }

  @Post(':id/discard')
  @Operation({
    summary: 'Discard a dead letter',
    description: 'Marks it as decided: it is shown until it is deleted, and can still be replayed.',
    answer: { description: 'The dead letter', type: DeadLetterRead },
    otherAnswers: {
      409: errorAnswer('It was replayed', 'Dead letter 7 was replayed: its content counts already'),
    },
  })
  discardDeadLetter(@Param('id', IdPipe) id: number) {
    return this.service.discard(id);
  }
}
