import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LargeReads } from '../../http/large-reads';
import { errorAnswer, Operation } from '../../http/operation';
import { CheckedQuery, IdPipe } from '../../http/validation/pipes';
import { IndicatorsQuery, IndicatorsRead } from './indicators.dto';
import { IndicatorsService } from './indicators.service';

@ApiTags('Backtesting')
@Controller('api/v1/backtesting/:b_id/indicators')
export class IndicatorsController {
  constructor(
    private readonly service: IndicatorsService,
    private readonly large: LargeReads,
  ) {}

  @Get()
  @Operation({
    summary: 'Indicators of a backtest',
    description:
      'What the signals of the strategy compare, as lines for a chart: averages, bands and channels on the prices, oscillators with their thresholds ' +
      'in a panel of their own; of rules each indicator, of a regime filter the lines of its base. Computed when they are read, from the first candle ' +
      'that the run used.',
    answer: { description: 'The lines', type: IndicatorsRead },
    otherAnswers: {
      409: errorAnswer(
        'The backtest is not completed, its candles are not stored any more, or its strategy_name was edited',
        'Backtest 42 is pending: only a completed one has indicators',
      ),
    },
  })
  readBacktestIndicators(@Param('b_id', IdPipe) id: number, @CheckedQuery() query: IndicatorsQuery) {
    return this.large.run(() => this.service.read(id, query));
  }
}
