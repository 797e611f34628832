import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { TradeStatisticsQuery, TradeStatisticsRead } from './trade-statistics.dto';
import { TradeStatisticsService } from './trade-statistics.service';

@ApiTags('Trade journal')
@Controller('api/v1/trade-journal/stats')
export class TradeStatisticsController {
  constructor(private readonly service: TradeStatisticsService) {}

  @Get()
  @Operation({
    summary: 'Statistics of the journal',
    description:
      'Of the closed trades that match, in all or by group, and for each currency apart: amounts of different currencies are never added. Trades are in ' +
      'the order of their exits (of their creation, where no exit time is said).',
    answer: { description: 'The statistics', type: TradeStatisticsRead },
  })
  readTradeStatistics(@CheckedQuery() query: TradeStatisticsQuery) {
    return this.service.compute(query);
  }
}
