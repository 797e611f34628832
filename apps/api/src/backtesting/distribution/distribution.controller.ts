import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LargeReads } from '../../http/large-reads';
import { Operation } from '../../http/operation';
import { IdPipe } from '../../http/validation/pipes';
import { RunDistributionRead } from './distribution.dto';
import { DistributionService } from './distribution.service';

const WHAT =
  'Mean, standard deviation, skewness, excess kurtosis, percentiles and histogram of the daily returns (or those of bars, where the report’s ' +
  'sharpe_basis says so) and of the returns of the trades, and the historical value at risk.';

@ApiTags('Backtesting')
@Controller('api/v1/backtesting')
export class DistributionController {
  constructor(
    private readonly service: DistributionService,
    private readonly large: LargeReads,
  ) {}

  @Get('walk-forward/:w_id/distribution')
  @Operation({
    summary: 'Distribution of the returns of a walk-forward run',
    description: `${WHAT} Of the tests as one account.`,
    answer: { description: 'The distributions', type: RunDistributionRead },
  })
  readWalkForwardDistribution(@Param('w_id', IdPipe) id: number) {
    return this.large.run(() => this.service.ofWalkForward(id));
  }

  @Get('portfolio/:p_id/distribution')
  @Operation({
    summary: 'Distribution of the returns of a portfolio run',
    description: `${WHAT} The trades are those of all members.`,
    answer: { description: 'The distributions', type: RunDistributionRead },
  })
  readPortfolioDistribution(@Param('p_id', IdPipe) id: number) {
    return this.large.run(() => this.service.ofPortfolio(id));
  }

  @Get(':b_id/distribution')
  @Operation({
    summary: 'Distribution of the returns of a backtest',
    description: WHAT,
    answer: { description: 'The distributions', type: RunDistributionRead },
  })
  readBacktestDistribution(@Param('b_id', IdPipe) id: number) {
    return this.large.run(() => this.service.ofBacktest(id));
  }
}
