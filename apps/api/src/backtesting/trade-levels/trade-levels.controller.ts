import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LargeReads } from '../../http/large-reads';
import { errorAnswer, Operation } from '../../http/operation';
import { IdPipe } from '../../http/validation/pipes';
import { TradeLevelsRead } from './trade-levels.dto';
import { TradeLevelsService } from './trade-levels.service';

@ApiTags('Backtesting')
@Controller('api/v1/backtesting/:b_id/trades/:number/levels')
export class TradeLevelsController {
  constructor(
    private readonly service: TradeLevelsService,
    private readonly large: LargeReads,
  ) {}

  @Get()
  @Operation({
    summary: 'Stops and targets of a trade',
    description:
      'The prices of the entry and the exit of a trade, and those that its execution set beside them: stop-loss, take-profit, trailing stop as it was ' +
      'in the bar of the exit, liquidation. Computed when they are read, as the run computed them.',
    answer: { description: 'The prices', type: TradeLevelsRead },
    otherAnswers: {
      409: errorAnswer(
        'The candles of the backtest, which its levels depend on, are not stored any more',
        'Backtest 42 has no levels: its candles are not stored any more',
      ),
    },
  })
  readTradeLevels(@Param('b_id', IdPipe) id: number, @Param('number', IdPipe) number: number) {
    return this.large.run(() => this.service.read(id, number));
  }
}
