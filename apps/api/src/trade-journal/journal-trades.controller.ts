import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ListingAnswer } from '../http/listing';
import { Operation, pageSchema } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { ListJournalQuery } from './journal-query.dto';
import { TradeJournalService } from './trade-journal.service';
import { JournalTradeRead } from './trade-row.dto';

@ApiTags('Trade journal')
@ApiExtraModels(JournalTradeRead)
@Controller('api/v1/trade-journal/details')
export class JournalTradesController {
  constructor(private readonly service: TradeJournalService) {}

  @Get()
  @Operation({
    summary: 'List the details of journal entries',
    description:
      'Newest first: account, quantity, times, fees, labels and links of the entries that match, and their P&L, return and R multiple. Their legs and ' +
      'excursions are in the details of one entry.',
    answer: { description: 'A page of entries with their details', schema: pageSchema(JournalTradeRead) },
  })
  async listTradeDetails(@CheckedQuery() query: ListJournalQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.listTrades(query));
  }
}
