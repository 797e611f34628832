import { Inject, Injectable } from '@nestjs/common';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { readExecution } from '#engine/backtest/read-execution';
import type { FeePresets } from '#engine/market/fee-presets';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { unprocessable } from '../http/api-error';
import { chooseExchange } from '../http/choose-exchange';
import type { SubmitBacktestDto } from './backtest.dto';
import { toFeePresets } from './fee-presets.dto';

/** Decides what of a request can be known to be wrong at once, and which exchange it means. */
@Injectable()
export class BacktestRequests {
  constructor(
    private readonly series: SeriesRepository,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async check(request: SubmitBacktestDto): Promise<Partial<Backtest>> {
    if (request.start_date > request.end_date) {
      throw unprocessable(
        [{ field: 'start_date', message: 'must not be after end_date' }],
        'INVALID_DATE_RANGE',
      );
    }
    const exchange = request.exchange ?? (await this.exchangeOf(request.symbol));
    const execution = request.execution ?? {};
    const read = readExecution(execution, { exchange, presets: this.presets });
    if ('problems' in read) throw unprocessable(read.problems);
    return {
      strategyName: request.strategy_name,
      symbol: request.symbol,
      interval: request.interval,
      exchange,
      startDate: request.start_date,
      endDate: request.end_date,
      parameters: request.parameters ?? {},
      execution,
      sharpeRatio: null,
      maxDrawdown: null,
      totalReturn: null,
    };
  }

  feePresets() {
    return toFeePresets(this.presets);
  }

  /** Null when no exchange has the symbol: the run then fails with that reason. */
  private async exchangeOf(symbol: string): Promise<string | null> {
    const exchanges = await this.series.exchangesOf(symbol);
    return chooseExchange(exchanges, this.environment.defaultExchange, symbol) ?? null;
  }
}
