import { Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { ListingAnswer } from '../http/listing';
import { CheckedQuery, IdPipe, OpenBody, StrictBody } from '../http/validation/pipes';
import { JournalExportResponder } from './journal-export.responder';
import { ListJournalQuery, toJournalFilter } from './journal-query.dto';
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
  constructor(
    private readonly service: TradeJournalService,
    private readonly exports: JournalExportResponder,
  ) {}

  @Get()
  @Operation({
    summary: 'List journal entries',
    description:
      'Newest first: a page of those that match, or with Accept: text/csv all of them with the columns of their details, which counts as an export. In ' +
      'CSV lists are JSON, and a text that a spreadsheet would take for a formula begins with an apostrophe.',
    answer: {
      description: 'A page of entries, or all as CSV',
      content: {
        'application/json': { schema: pageSchema(TradeJournalRead) },
        'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header' } },
      },
    },
  })
  async listJournalEntries(
    @CheckedQuery() query: ListJournalQuery,
    @Req() request: Request,
    @Res() response: Response,
    @ListingAnswer() answer: ListingAnswer,
  ): Promise<void> {
    response.vary('Accept');
    // Whoever accepts neither gets the page.
    if (request.accepts(['application/json', 'text/csv']) === 'text/csv') {
      await this.exports.export(toJournalFilter(query), request, response);
    } else response.json(answer(query, await this.service.list(query)));
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
    description:
      'Changes what is given. null clears exit_price and notes; other fields cannot be null. Of an entry made of fills only notes can be changed (422).',
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
    description: 'Removes the entry for good. One made of fills does not come back with later fills.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteJournalEntry(@Param('j_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(id, ifMatch);
  }
}
