import { Inject, Injectable } from '@nestjs/common';
import type { RequestedBenchmark } from '#domain/backtesting/backtest.entity';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import { readExecution } from '#engine/backtest/read-execution';
import type { FeePresets } from '#engine/market/fee-presets';
import { unprocessable } from '../http/api-error';
import { SymbolExchange } from '../http/choose-exchange';
import { checkDates } from './check-dates';
import type { SubmitBacktestDto } from './backtest.dto';
import { DatasetRequests } from './dataset-requests';
import { toFeePresets } from './fee-presets.dto';

/** Decides what of a request can be known to be wrong at once, and which exchange it means. */
@Injectable()
export class BacktestRequests {
  constructor(
    private readonly exchanges: SymbolExchange,
    private readonly datasets: DatasetRequests,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
  ) {}

  /** The columns that the rows of all runs have, and beside them how it is traded, as in the request. */
  async check(request: SubmitBacktestDto) {
    checkDates(request);
    const { symbol } = request;
    // Null when no exchange has the symbol: the run then fails with that reason.
    const exchange = await this.exchanges.of(symbol, request.exchange);
    const execution = request.execution ?? {};
    const read = readExecution(execution, { exchange, presets: this.presets });
    if ('problems' in read) throw unprocessable(read.problems);
    const run = {
      strategyName: request.strategy_name,
      symbol,
      interval: request.interval,
      exchange,
      startDate: request.start_date,
      endDate: request.end_date,
      datasets: await this.datasets.ofStrategy(request),
    };
    const benchmark = await this.benchmarkOf(request);
    return { run, trading: { parameters: request.parameters ?? {}, execution, ...benchmark } };
  }

  /** Nothing where none is named: what is stored of a request is then as it was before one could be. */
  private async benchmarkOf({ benchmark }: SubmitBacktestDto): Promise<{ benchmark?: RequestedBenchmark }> {
    if (!benchmark) return {};
    const { symbol } = benchmark;
    const exchange = await this.exchanges.of(symbol, benchmark.exchange, 'benchmark.exchange');
    return { benchmark: { exchange, symbol } };
  }

  feePresets() {
    return toFeePresets(this.presets);
  }
}
