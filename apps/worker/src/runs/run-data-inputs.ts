import { Injectable } from '@nestjs/common';
import type { FixedDataset } from '#domain/backtesting/backtest.entity';
import { DatasetColumnsLoader } from '#domain/datasets/dataset-columns.loader';
import { DatasetDeleted, readableColumn } from '#domain/datasets/dataset-reader';
import { FundingRates } from '#domain/funding/funding-rates';
import { SymbolSentiment } from '#domain/headlines/symbol-sentiment';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { settlementTime } from '#engine/backtest/funding';
import { barCloses } from '#engine/calendar/bar-closes';
import type { Calendar } from '#engine/calendar/calendar';
import { HOUR_MILLISECONDS } from '#engine/calendar/day';
import {
  type CandlesRequest,
  type ColumnRequest,
  type DataNeed,
  type FundingRequest,
  keyOfRequest,
  mergeNeeds,
} from '#engine/known-data/data-request';
import {
  type DataOfRun,
  knownBy,
  type KnownCandles,
  type KnownData,
  type KnownHeadlines,
  type KnownRows,
} from '#engine/known-data/known-data';
import { firstCandleAtOrAfter, sliceCandleColumns } from '#engine/market/candle-columns';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import { OLDEST_HOURS } from '#engine/sentiment/aggregate-headlines';
import { DatasetCache } from './dataset-cache';
import { type NamedSeries, SeriesCandles } from './series-candles';

/** The bars that a strategy decides on, warm-up included. */
interface DecidedBars extends NamedSeries {
  readonly exchange: string;
  readonly interval: Interval;
  readonly calendar: Calendar;
  /** Open of the first bar, close of the last one. */
  readonly start: Date;
  readonly end: Date;
  /** What the run fixed when it was submitted. */
  readonly datasets: readonly FixedDataset[];
  /** Ends loads that runs share. */
  readonly stop: AbortSignal;
}

/** Loads what strategies read besides the candles that they trade. */
@Injectable()
export class RunDataInputs {
  constructor(
    private readonly datasets: DatasetColumnsLoader,
    private readonly cache: DatasetCache,
    private readonly candles: SeriesCandles,
    private readonly fundingRates: FundingRates,
    private readonly sentiment: SymbolSentiment,
  ) {}

  /** By the keys of the requests. Throws BacktestRefusal where something is not stored. */
  async load(needs: readonly DataNeed[], bars: DecidedBars): Promise<DataOfRun> {
    const data = new Map<string, KnownData>();
    for (const need of mergeNeeds(needs))
      data.set(keyOfRequest(need.request), await this.loadOne(need, bars));
    return data;
  }

  private loadOne({ request, path, warmupBars }: DataNeed, bars: DecidedBars): Promise<KnownData> {
    switch (request.kind) {
      case 'column':
        return this.loadColumn(request, path, bars);
      case 'funding_rate':
        return this.loadFunding(request, path, bars);
      case 'headlines':
        return this.loadHeadlines(bars);
      case 'candles':
        return this.loadCandles(request, { path, warmupBars }, bars);
    }
  }

  private async loadColumn(request: ColumnRequest, path: string, bars: DecidedBars): Promise<KnownRows> {
    const { symbol, calendar, datasets } = bars;
    const fixed = datasets.find(
      ({ name, requestedVersion }) =>
        name === request.dataset && requestedVersion === (request.version ?? null),
    );
    const version = fixed && (await this.datasets.findVersion(fixed.versionId));
    if (!version || version.contentSha256 !== fixed.contentSha256) throw deleted(request, path);
    const stored = readableColumn(version, request.column);
    if (!stored)
      throw new BacktestRefusal(
        `${path}: ${request.column} is no column of numbers or flags of the dataset ${request.dataset}`,
      );
    try {
      const rows = await this.cache.load({ version, symbol }, stored);
      if (rows.time.length === 0)
        throw new BacktestRefusal(`${path}: the dataset ${request.dataset} has no rows of ${symbol}`);
      const contentSha256 = version.contentSha256;
      // The bar of a session closes with it, before its interval is over.
      return version.interval === null || calendar !== 'XNYS'
        ? { ...rows, contentSha256 }
        : {
            ...rows,
            knownAt: barCloses(rows.time, intervalSeconds(version.interval), calendar),
            contentSha256,
          };
    } catch (error) {
      throw error instanceof DatasetDeleted ? deleted(request, path) : error;
    }
  }

  private async loadFunding(
    { exchange, symbol }: FundingRequest,
    path: string,
    { start, end, ...own }: DecidedBars,
  ): Promise<KnownRows> {
    const series = { exchange: exchange ?? own.exchange, symbol: symbol ?? own.symbol };
    const funding = await this.fundingRates.load(series, start, end);
    if (funding === null)
      throw new BacktestRefusal(
        `${path}: there are no funding rates of ${series.symbol} on ${series.exchange} in the range`,
      );
    const time = funding.time.map(settlementTime);
    return knownBy({ kind: 'rows', time, knownAt: time, value: funding.rate }, end.getTime());
  }

  private async loadHeadlines({ symbol, start, end }: DecidedBars): Promise<KnownHeadlines> {
    const from = new Date(start.getTime() - OLDEST_HOURS * HOUR_MILLISECONDS);
    const headlines = await this.sentiment.history(symbol, { from, to: end });
    if (headlines !== null) return { kind: 'headlines', headlines };
    throw new BacktestRefusal(
      `sentiment: there are more headlines about ${symbol} in the range than a run can hold: take a shorter range`,
    );
  }

  private async loadCandles(
    { exchange, symbol, interval }: CandlesRequest,
    { path, warmupBars }: Pick<DataNeed, 'path' | 'warmupBars'>,
    { start, end, stop, ...own }: DecidedBars,
  ): Promise<KnownCandles> {
    const wanted = interval ?? own.interval;
    const seconds = intervalSeconds(wanted);
    if (seconds % intervalSeconds(own.interval) !== 0)
      throw new BacktestRefusal(
        `${path}: the interval ${wanted} is no multiple of that of the run, ${own.interval}`,
      );
    const name = { exchange: exchange ?? own.exchange, symbol: symbol ?? own.symbol, interval: wanted };
    const found = await this.candles.find(name, `${path}: `);
    const { candles } = await this.candles.load(found, { start, end, warmupBars: warmupBars + 1 }, stop);
    // What was loaded besides hangs on what else is stored, and must not on what a run is computed from.
    const first = Math.max(0, firstCandleAtOrAfter(candles, start.getTime()) - warmupBars - 1);
    const used = sliceCandleColumns(
      candles,
      first,
      Math.max(first, firstCandleAtOrAfter(candles, end.getTime())),
    );
    const { calendar } = found.series;
    const closeTime = barCloses(used.openTime, seconds, calendar);
    const known = { kind: 'candles', candles: used, closeTime, intervalSeconds: seconds, calendar } as const;
    return knownBy<KnownCandles>(known, end.getTime());
  }
}

function deleted({ dataset }: ColumnRequest, path: string): BacktestRefusal {
  return new BacktestRefusal(`${path}: the dataset ${dataset} was deleted after the run was submitted`);
}
