import { Inject, Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import type { Series } from '#domain/market-data/series.entity';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { readExecution } from '#engine/backtest/read-execution';
import { firstCandleAtOrAfter, sliceCandleColumns } from '#engine/market/candle-columns';
import type { FeePresets } from '#engine/market/fee-presets';
import { intervalSeconds, type Interval } from '#engine/market/interval';
import { resolveStrategy } from '#engine/strategies/registry';
import type { BacktestTask } from './backtest.thread';
import { SeriesCache } from './series-cache';

const DAY_MILLISECONDS = 86_400_000;

export interface BacktestInput {
  readonly task: BacktestTask;
  readonly warnings: readonly string[];
}

/** Turns a backtest's row into what a thread can run; throws BacktestRefusal when it cannot be. */
@Injectable()
export class BacktestInputs {
  constructor(
    private readonly series: SeriesRepository,
    private readonly cache: SeriesCache,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
  ) {}

  async prepare(backtest: Backtest, now: number, leaving: AbortSignal): Promise<BacktestInput> {
    const { strategy, parameters } = resolveStrategy(backtest.strategyName, backtest.parameters);
    const read = readExecution(backtest.execution as Record<string, unknown>, {
      exchange: backtest.exchange,
      presets: this.presets,
    });
    if ('problems' in read) {
      throw new BacktestRefusal(read.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
    }
    const series = await this.findSeries(backtest);
    const seconds = intervalSeconds(series.interval);
    const start = new Date(backtest.startDate);
    // The last candle that opens on the end date and is closed by now.
    const end = new Date(
      Math.min(new Date(backtest.endDate).getTime() + DAY_MILLISECONDS - 1, now - seconds * 1000),
    );
    const warmupBars = strategy.warmup(parameters);
    const stored = await this.cache.load(series, { start, end, warmupBars }, leaving);

    const tradeFrom = firstCandleAtOrAfter(stored, start.getTime());
    const first = Math.max(0, tradeFrom - warmupBars);
    const last = Math.max(first, firstCandleAtOrAfter(stored, end.getTime() + 1));
    return {
      task: {
        candles: sliceCandleColumns(stored, first, last),
        tradeFrom: tradeFrom - first,
        intervalSeconds: seconds,
        calendar: series.calendar,
        strategyName: backtest.strategyName,
        parameters,
        execution: read.execution,
      },
      warnings: read.warnings,
    };
  }

  private async findSeries({ exchange, symbol, interval }: Backtest): Promise<Series> {
    if (exchange === null) throw new BacktestRefusal(`no exchange has candles of ${symbol}`);
    const series = await this.series.find({ exchange, symbol, interval: interval as Interval });
    if (!series || series.candleCount === 0) {
      throw new BacktestRefusal(`there are no ${interval} candles of ${symbol} on ${exchange}`);
    }
    return series;
  }
}
