import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import type { CandlesUsed } from '#domain/backtesting/stored-report';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { intervalSeconds, type Interval } from '#engine/market/interval';
import { type ResolvedStrategy, resolveStrategy } from '#engine/strategies/registry';
import { ApiError } from '../../http/api-error';
import { checkRange } from '../../http/validation/check-range';
import { BacktestResultsService } from '../backtest-results.service';
import { CandlesCorrected } from '../candles-corrected';
import { RunFigureThreads } from '../run-figure-threads';
import { computeLines, type LinesTask, type ShownLines } from './compute-lines';
import { type IndicatorsQuery, type IndicatorsRead, toIndicators } from './indicators.dto';
import { RunCandles } from './run-candles';

/** Lines of so many take the event loop some milliseconds; a thread would take longer to start. */
const MOST_CANDLES_HERE = 10_000;

/** The lines of a run's strategy, computed anew on the candles that it used. */
@Injectable()
export class IndicatorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backtests: BacktestResultsService,
    private readonly candles: RunCandles,
    private readonly corrected: CandlesCorrected,
    private readonly threads: RunFigureThreads,
  ) {}

  async read(id: number, query: IndicatorsQuery): Promise<IndicatorsRead> {
    checkRange(query);
    const backtest = await this.backtests.find(id);
    const stored = await this.dataSource.manager.findOneBy(BacktestReport, { backtestId: id });
    if (!stored) throw conflict(backtest, `is ${backtest.status}: only a completed one has indicators`);
    const { resolved, fingerprint } = stored.report;
    const chosen = strategyOf(backtest, resolved.given);
    const lines = await this.lines(backtest, fingerprint.candles, chosen, query);
    return toIndicators(backtest, lines, await this.corrected.ofRun(backtest, stored.report));
  }

  private async lines(
    backtest: Backtest,
    used: CandlesUsed | undefined,
    { strategy, declaration, parameters }: ResolvedStrategy,
    query: IndicatorsQuery,
  ): Promise<ShownLines> {
    const warmupBars = strategy.warmup(parameters);
    const candles = await this.candles.load(backtest, used, warmupBars);
    if (!candles) throw conflict(backtest, 'has no indicators: its candles are not stored any more');
    const begin = Date.parse(backtest.startDate);
    return this.compute({
      declaration,
      parameters,
      candles,
      intervalSeconds: intervalSeconds(backtest.interval as Interval),
      start: Math.max(begin, query.start?.getTime() ?? begin),
      end: query.end?.getTime() ?? Date.parse(backtest.endDate) + DAY_MILLISECONDS - 1,
      points: query.points,
    });
  }

  private async compute(task: LinesTask): Promise<ShownLines> {
    return task.candles.length <= MOST_CANDLES_HERE
      ? computeLines(task)
      : this.threads.run('computeLines', task);
  }
}

function strategyOf(backtest: Backtest, given: object): ResolvedStrategy {
  if (backtest.editedFields.includes('strategy_name'))
    throw conflict(backtest, 'has no indicators: its strategy_name was edited');
  try {
    return resolveStrategy(backtest.strategyName, given);
  } catch (error) {
    if (!(error instanceof BacktestRefusal)) throw error;
    throw conflict(backtest, `has no indicators: ${error.message}`);
  }
}

function conflict({ id }: Backtest, why: string): ApiError {
  return new ApiError({ status: 409, detail: `Backtest ${id} ${why}` });
}
