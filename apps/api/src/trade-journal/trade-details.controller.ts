import { Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IfMatch } from '../http/if-match';
import { Operation } from '../http/operation';
import { IdPipe, OpenBody } from '../http/validation/pipes';
import { TradeDetailsRead } from './trade-details.dto';
import { TradeDetailsService } from './trade-details.service';
import { UpdateTradeDetailsDto } from './update-trade-details.dto';

@ApiTags('Trade journal')
@Controller('api/v1/trade-journal/:j_id/details')
export class TradeDetailsController {
  constructor(private readonly service: TradeDetailsService) {}

  @Get()
  @Operation({
    summary: 'Read the details of a journal entry',
    description:
      'Quantity, times, fees, links and legs of a trade, and what is computed of them: P&L, return, R multiple, holding time, and how far prices ' +
      'went against it and in its favour.',
    answer: { description: 'The details', type: TradeDetailsRead },
  })
  readTradeDetails(@Param('j_id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Patch()
  @Operation({
    summary: 'Change the details of a journal entry',
    description:
      'Changes what is given; null clears. Of an entry made of fills only stop, target, tags, idea_id and backtest_id can be changed (422).',
    answer: { description: 'The details as they now are', type: TradeDetailsRead },
  })
  updateTradeDetails(
    @Param('j_id', IdPipe) id: number,
    @OpenBody() changes: UpdateTradeDetailsDto,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.update(id, changes, ifMatch);
  }
}
