import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { errorAnswer, Operation } from '../../http/operation';
import { CheckedQuery } from '../../http/validation/pipes';
import { ComparisonQuery } from './comparison-query.dto';
import { ComparisonRead } from './comparison.dto';
import { ComparisonService } from './comparison.service';

@ApiTags('Backtesting')
@Controller('api/v1/backtesting/compare')
export class ComparisonController {
  constructor(private readonly service: ComparisonService) {}

  @Get()
  @Operation({
    summary: 'Compare runs',
    description:
      'Two to five backtests, walk-forward runs and portfolio runs side by side: their measures, the settings that differ, the correlations of their daily ' +
      'returns, and their equity on one axis.',
    answer: { description: 'The comparison', type: ComparisonRead },
    otherAnswers: {
      404: errorAnswer('One of the runs does not exist', 'No backtest with the id 42'),
      409: errorAnswer(
        'One of the runs is not completed, or has no equity',
        'Backtest 42 is pending: only completed ones can be compared',
      ),
    },
  })
  readRunComparison(@CheckedQuery() query: ComparisonQuery) {
    return this.service.compare(query);
  }
}
