import { Inject, Injectable } from '@nestjs/common';
import type { FixedDataset, RequestedBenchmark, RequestedRun } from '#domain/backtesting/backtest.entity';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import { EquityActions } from '#domain/equities/equity-actions';
import { EQUITY_EXCHANGE } from '#domain/equities/equity-series';
import { FundingRates } from '#domain/funding/funding-rates';
import type { IntervalSeries } from '#domain/market-data/series/interval-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { Execution } from '#engine/backtest/execution';
import type { FundingColumns } from '#engine/backtest/funding';
import type { BenchmarkSeries } from '#engine/backtest/hold-benchmark';
import { readExecution } from '#engine/backtest/read-execution';
import { barCloses } from '#engine/calendar/bar-closes';
import type { Calendar } from '#engine/calendar/calendar';
import type { DataNeed } from '#engine/known-data/data-request';
import type { DataOfRun } from '#engine/known-data/known-data';
import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '#engine/market/candle-columns';
import type { FeePresets } from '#engine/market/fee-presets';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import { findSplitLikeJumps, splitWarnings } from '#engine/market/unadjusted-splits';
import { hasBaseVolume } from '#engine/market/volume-unit';
import { RunDataInputs } from './run-data-inputs';
import { SeriesCandles } from './series-candles';

/** What a row says of the candles it is about. */
type RunRequest = Pick<RequestedRun, 'exchange' | 'symbol' | 'interval' | 'startDate' | 'endDate'>;

interface RunSetting {
  /** As in the request. */
  readonly execution: object;
  /** The series to hold beside it; its own without. */
  readonly benchmark?: RequestedBenchmark | null;
  /** How many bars before the range are wanted. */
  readonly historyBars: (execution: Execution) => number;
  /** What else the strategy reads; nothing without. */
  readonly needs?: readonly DataNeed[];
  /** Those that the run fixed when it was submitted. */
  readonly datasets?: readonly FixedDataset[] | null;
  /** Candles that are closed by then count; milliseconds since 1970. */
  readonly now: number;
  /** Ends loads that several runs share. */
  readonly stop: AbortSignal;
}

/** What crosses into a thread: numbers and names; the columns are shared, not copied. */
export interface RunInput {
  readonly candles: CandleColumns;
  /** Index of the first bar inside the requested range; the candles before it warm the indicators up. */
  readonly tradeFrom: number;
  /** The requested range: first to last millisecond that is closed by now. */
  readonly range: { readonly from: number; readonly to: number };
  readonly intervalSeconds: number;
  /** Of the stored series; shorter where the candles are aggregated. */
  readonly sourceInterval: Interval;
  readonly calendar: Calendar;
  /** Whether volumes count the same units as quantities. */
  readonly volumeInBaseUnits: boolean;
  readonly execution: Execution;
  readonly funding: FundingColumns | null;
  /** Null where the run's own series is held. */
  readonly benchmark: BenchmarkSeries | null;
  /** What else the strategy reads; absent where that is nothing. */
  readonly data?: DataOfRun;
  readonly warnings: readonly string[];
}

interface BenchmarkNeed {
  readonly start: Date;
  readonly end: Date;
  readonly execution: Execution;
  readonly stop: AbortSignal;
}

/** Turns a row into what a thread can run; throws BacktestRefusal when it cannot be. */
@Injectable()
export class RunInputs {
  constructor(
    private readonly candles: SeriesCandles,
    private readonly data: RunDataInputs,
    private readonly fundingRates: FundingRates,
    private readonly equityActions: EquityActions,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
  ) {}

  async prepare(request: RunRequest, { now, stop, ...setting }: RunSetting): Promise<RunInput> {
    const { execution, warnings } = this.readExecution(setting.execution, request.exchange);
    const found = await this.candles.find(request);
    const { series } = found;
    const seconds = intervalSeconds(found.interval);
    const { start, end } = rangeOf(request, now);
    const before = setting.historyBars(execution);
    const need = { start, end, warmupBars: before };
    const { candles, warnings: ofCandles } = await this.candles.load(found, need, stop);

    const tradeFrom = firstCandleAtOrAfter(candles, start.getTime());
    const first = Math.max(0, tradeFrom - before);
    const last = Math.max(first, firstCandleAtOrAfter(candles, end.getTime() + 1));
    const used = sliceCandleColumns(candles, first, last);
    const other = otherThan(series, setting.benchmark);
    const beside =
      other && (await this.loadBenchmark({ ...request, ...other }, { start, end, execution, stop }));
    return {
      candles: used,
      tradeFrom: tradeFrom - first,
      range: { from: start.getTime(), to: end.getTime() + 1 },
      intervalSeconds: seconds,
      sourceInterval: series.interval,
      calendar: series.calendar,
      volumeInBaseUnits: hasBaseVolume(series.symbol, series.calendar),
      execution,
      funding: await this.fundingOf(series, execution, start, end),
      benchmark: beside?.benchmark ?? null,
      ...(await this.loadData(found, used, setting, stop)),
      warnings: [
        ...warnings,
        ...ofCandles,
        ...(await this.splitWarnings(series, used)),
        ...(beside?.warnings ?? []),
      ],
    };
  }

  private async loadData(
    { series, interval }: IntervalSeries,
    candles: CandleColumns,
    { needs = [], datasets }: Pick<RunSetting, 'needs' | 'datasets'>,
    stop: AbortSignal,
  ): Promise<{ data?: DataOfRun }> {
    if (needs.length === 0 || candles.length === 0) return {};
    const { exchange, symbol, calendar } = series;
    const closes = barCloses(candles.openTime.subarray(-1), intervalSeconds(interval), calendar);
    const bars = {
      exchange,
      symbol,
      interval,
      calendar,
      start: new Date(candles.openTime[0]),
      end: new Date(closes[0]),
      datasets: datasets ?? [],
      stop,
    };
    return { data: await this.data.load(needs, bars) };
  }

  /** The candles of the range, which need no warm-up: what is held decides nothing. Its range is that of the request. */
  async prepareBenchmark(
    request: RunRequest,
    { now, ...need }: Omit<BenchmarkNeed, 'start' | 'end'> & { now: number },
  ) {
    return this.loadBenchmark(request, { ...need, ...rangeOf(request, now) });
  }

  private async loadBenchmark(request: RunRequest, { start, end, execution, stop }: BenchmarkNeed) {
    const found = await this.candles.find(request, 'the benchmark: ');
    const { series } = found;
    const { candles, warnings } = await this.candles.load(found, { start, end, warmupBars: 0 }, stop);
    const from = firstCandleAtOrAfter(candles, start.getTime());
    const to = Math.max(from, firstCandleAtOrAfter(candles, end.getTime() + 1));
    const used = sliceCandleColumns(candles, from, to);
    const benchmark: BenchmarkSeries = {
      name: `${series.exchange}:${series.symbol}`,
      candles: used,
      calendar: series.calendar,
      funding: await this.fundingOf(series, execution, start, end),
    };
    const all = [...warnings, ...(await this.splitWarnings(series, used))];
    return { benchmark, warnings: all.map((warning) => `the benchmark ${benchmark.name}: ${warning}`) };
  }

  private async splitWarnings(
    { exchange, symbol, calendar }: Series,
    candles: CandleColumns,
  ): Promise<string[]> {
    const jumps = calendar === 'XNYS' ? findSplitLikeJumps(candles) : [];
    const mayBeKnown = jumps.length > 0 && exchange === EQUITY_EXCHANGE;
    const known = mayBeKnown ? await this.equityActions.splits(symbol) : [];
    return splitWarnings(
      jumps,
      known.map(({ exDate }) => exDate),
    );
  }

  private readExecution(settings: object, exchange: string | null) {
    const read = readExecution(settings as Record<string, unknown>, { exchange, presets: this.presets });
    if (!('problems' in read)) return read;
    throw new BacktestRefusal(read.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
  }

  private fundingOf(
    { exchange, symbol }: Series,
    { funding }: Execution,
    start: Date,
    end: Date,
  ): Promise<FundingColumns | null> {
    return funding === 'off'
      ? Promise.resolve(null)
      : this.fundingRates.load({ exchange, symbol }, start, end);
  }
}

/** The first moment and the last candle that opens on the end date and is closed by now. */
function rangeOf({ startDate, endDate, interval }: RunRequest, now: number): { start: Date; end: Date } {
  const lastClosed = now - intervalSeconds(interval as Interval) * 1000;
  return {
    start: new Date(startDate),
    end: new Date(Math.min(new Date(endDate).getTime() + DAY_MILLISECONDS - 1, lastClosed)),
  };
}

/** Null for a run's own series: it is held as without a name, in its lots and with its fingerprint. */
function otherThan(
  { exchange, symbol }: Series,
  benchmark: RequestedBenchmark | null = null,
): RequestedBenchmark | null {
  return benchmark?.exchange === exchange && benchmark.symbol === symbol ? null : benchmark;
}
