import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type ChartCandle,
  ChartCandlesReader,
  type ChartPlan,
  endOf,
} from '#domain/market-data/reading/chart-candles.reader';
import { newestCorrections } from '#domain/market-data/revisions/corrected-candles';
import type { IntervalSeries } from '#domain/market-data/series/interval-candles';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { allocateCandleColumns, type CandleColumns, joinCandleColumns } from '#engine/market/candle-columns';
import { ApiError } from '../http/api-error';
import { LargeReads } from '../http/large-reads';
import { checkRange } from '../http/validation/check-range';
import { ChartIndicatorsThreads } from './chart-indicators-threads';
import { type ChartQuery, MOST_CORRECTIONS, toChart } from './chart.dto';
import { type ChosenIndicator, chosenIndicators, refusal, warmupOf } from './chosen-indicators';

/** What fits into 48 MB. */
const MOST_WARMUP_CANDLES = 1_000_000;

/** What a price chart draws of a series. */
@Injectable()
export class ChartService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesRepository,
    private readonly reader: ChartCandlesReader,
    private readonly threads: ChartIndicatorsThreads,
    private readonly large: LargeReads,
  ) {}

  /** As JSON text of a ChartRead; throws 503 where too many large reads wait. */
  async chart(query: ChartQuery, signal: AbortSignal): Promise<string> {
    checkRange(query);
    const chosen = chosenIndicators(query.indicators);
    const { exchange, symbol, interval } = query;
    const source = await this.series.findForInterval({ exchange, symbol, interval });
    if (!source) {
      throw new ApiError({
        status: 404,
        detail: `No ${interval} candles of ${symbol} on ${exchange} are stored`,
      });
    }
    return this.large.run(() => this.read(source, query, chosen, signal));
  }

  private async read(
    source: IntervalSeries,
    query: ChartQuery,
    chosen: readonly ChosenIndicator[],
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted();
    const { points } = query;
    const plan = await this.reader.plan(source, query, points);
    const candles = plan ? await this.reader.candles(plan) : [];
    const corrections = await this.corrections(plan, candles);
    const barsPerCandle = plan?.barsPerCandle ?? 1;
    const answer = toChart(query, { series: source.series, barsPerCandle, candles, corrections });
    const indicators = chosen.length > 0 ? await this.indicators(chosen, plan, candles, signal) : '[]';
    return `${JSON.stringify(answer).slice(0, -1)},"indicators":${indicators}}`;
  }

  /** One more than is shown says whether there are more. */
  private async corrections(plan: ChartPlan | null, candles: readonly ChartCandle[]) {
    if (!plan || candles.length === 0) return [];
    const span = {
      seriesId: plan.source.series.id,
      from: new Date(candles[0].openTime),
      to: new Date(endOf(plan)),
    };
    return newestCorrections(this.dataSource, span, MOST_CORRECTIONS + 1);
  }

  private async indicators(
    chosen: readonly ChosenIndicator[],
    plan: ChartPlan | null,
    candles: readonly ChartCandle[],
    signal: AbortSignal,
  ): Promise<string> {
    const warmup = plan ? await this.warmup(plan, warmupOf(chosen), signal) : joinCandleColumns([]);
    const task = { candles: joinCandleColumns([warmup, toColumns(candles)]), from: warmup.length, chosen };
    return this.threads.run(task, signal);
  }

  /** `candles` null: all before the chart. */
  private async warmup(plan: ChartPlan, candles: number | null, signal: AbortSignal): Promise<CandleColumns> {
    if (candles !== null) return this.reader.warmup(plan, candles, signal);
    const { candleCount } = plan.source.series;
    if (candleCount / plan.barsPerCandle > MOST_WARMUP_CANDLES) {
      throw refusal(
        `names one that is carried on from the first candle of the series, of which ${MOST_WARMUP_CANDLES} are read at most, and there are ${candleCount}: give a longer interval`,
      );
    }
    return this.reader.warmup(plan, candleCount, signal);
  }
}

function toColumns(candles: readonly ChartCandle[]): CandleColumns {
  const columns = allocateCandleColumns(candles.length);
  candles.forEach((candle, index) => {
    columns.openTime[index] = Date.parse(candle.openTime);
    for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) {
      columns[field][index] = Number(candle[field]);
    }
  });
  return columns;
}
