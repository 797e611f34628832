import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { ListingAnswer } from '../http/listing';
import { RecordPageQuery } from '../http/page.dto';
import { CheckedQuery, IdPipe, OpenBody, StrictBody } from '../http/validation/pipes';
import {
  CreateTradeJournalEntryDto,
  TradeJournalRead,
  UpdateTradeJournalEntryDto,
} from './trade-journal.dto';
import { TradeJournalService } from './trade-journal.service';

@ApiTags('Trade journal')
@ApiExtraModels(TradeJournalRead)
@Controller('api/v1/trade-journal')
export class TradeJournalController {
  constructor(private readonly service: TradeJournalService) {}

  @Get()
  @Operation({
    summary: 'List journal entries',
    description: 'Newest first.',
    answer: { description: 'A page of entries', schema: pageSchema(TradeJournalRead) },
  })
  async listJournalEntries(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Post()
  @Operation({
    summary: 'Write a journal entry',
    description: 'Prices are kept digit for digit.',
    status: 201,
    takesIdempotencyKey: true,
    answer: { description: 'The entry as stored', type: TradeJournalRead },
  })
  async createJournalEntry(
    @StrictBody() entry: CreateTradeJournalEntryDto,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.create(entry, key));
  }

  @Get(':j_id')
  @Operation({
    summary: 'Read a journal entry',
    description: 'The entry with this id.',
    answer: { description: 'The entry', type: TradeJournalRead },
  })
  readJournalEntry(@Param('j_id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Patch(':j_id')
  @Operation({
    summary: 'Change a journal entry',
    description: 'Changes what is given. null clears exit_price and notes; other fields cannot be null.',
    answer: { description: 'The entry as it now is', type: TradeJournalRead },
  })
  updateJournalEntry(
    @Param('j_id', IdPipe) id: number,
    @OpenBody() changes: UpdateTradeJournalEntryDto,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.update(id, changes, ifMatch);
  }

  @Delete(':j_id')
  @Operation({
    summary: 'Delete a journal entry',
    description: 'Removes the entry for good.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteJournalEntry(@Param('j_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(id, ifMatch);
  }
}
