import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestEquity } from '#domain/backtesting/backtest-equity.entity';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { backtestTrades } from '#domain/backtesting/trade-list';
import { JobRuns } from '#domain/job-runs/job-runs';
import { doublesOf } from '#domain/records/doubles';
import { findRecord } from '#domain/records/records';
import { listDrawdowns } from '#engine/performance/list-drawdowns';
import { present } from '../http/api-error';
import { toNumberedListing } from '../http/listing';
import { offsetOf, type PageQuery } from '../http/page.dto';
import { checkRange } from '../http/validation/check-range';
import type { BacktestReportRead } from './backtest-report.dto';
import { toBacktestTradeRead, toTradesCsv } from './backtest-trade.dto';
import { CandlesCorrected } from './candles-corrected';
import { type EquityQuery, type EquityRead, toEquityRead } from './equity.dto';
import { type PeriodReturnsRead, toDrawdown, toPeriodReturns } from './periods.dto';
import { rollCurves } from './roll-curves';
import { toBacktestReport } from './to-backtest-report';
import { type TradesQuery, toTradeSelection } from './trades-query.dto';

interface StoredCurves {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly benchmark: Float64Array | null;
  readonly position: Float64Array | null;
}

/** What a backtest found. */
@Injectable()
export class BacktestResultsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly corrected: CandlesCorrected,
    private readonly runs: JobRuns,
  ) {}

  async report(id: number): Promise<BacktestReportRead> {
    const backtest = await this.find(id);
    const stored = await this.dataSource.manager.findOneBy(BacktestReport, { backtestId: id });
    const corrected = await this.corrected.ofRun(backtest, stored?.report);
    const job = await this.runs.find('backtest', String(id));
    return toBacktestReport(backtest, job, stored?.report, corrected);
  }

  async trades(id: number, query: TradesQuery) {
    checkRange(query);
    await this.find(id);
    const page = { offset: offsetOf(query), limit: query.size };
    const found = await backtestTrades.list(this.dataSource, id, { ...toTradeSelection(query), page });
    return toNumberedListing(query, found, toBacktestTradeRead);
  }

  /** All trades that match, as CSV with a header. */
  async tradesCsv(id: number, query: TradesQuery): Promise<AsyncIterable<string>> {
    checkRange(query);
    await this.find(id);
    return toTradesCsv(await backtestTrades.stream(this.dataSource, id, toTradeSelection(query)));
  }

  /** The equity at the closes of the bars, and other curves on request; with `points`, thinned out without losing an extreme. */
  async equity(id: number, query: EquityQuery): Promise<EquityRead> {
    const { interval } = await this.find(id);
    const curves = await this.storedCurves(id);
    const stored =
      query.rolling === undefined
        ? null
        : await this.dataSource.manager.findOneBy(BacktestReport, { backtestId: id });
    const rolling = rollCurves(curves, stored?.report, interval, query.rolling);
    return toEquityRead(id, { ...curves, rolling }, query);
  }

  async drawdowns(id: number, query: PageQuery) {
    const { equity, openTimes } = await this.curves(id);
    const all = listDrawdowns(equity, openTimes, Infinity);
    const offset = offsetOf(query);
    const page = { items: all.slice(offset, offset + query.size), total: all.length };
    return toNumberedListing(query, page, toDrawdown);
  }

  async periodReturns(id: number): Promise<PeriodReturnsRead> {
    return toPeriodReturns(id, await this.curves(id));
  }

  /** Empty until the run is completed. */
  private async curves(id: number): Promise<StoredCurves> {
    await this.find(id);
    return this.storedCurves(id);
  }

  private async storedCurves(id: number): Promise<StoredCurves> {
    const stored = await this.dataSource.manager.findOneBy(BacktestEquity, { backtestId: id });
    return {
      openTimes: stored ? doublesOf(stored.openTimes) : new Float64Array(),
      equity: stored ? doublesOf(stored.equity) : new Float64Array(),
      benchmark: stored?.benchmark ? doublesOf(stored.benchmark) : null,
      position: stored?.position ? doublesOf(stored.position) : null,
    };
  }

  async find(id: number): Promise<Backtest> {
    const backtest = await findRecord(this.dataSource.getRepository(Backtest), id);
    return present(backtest, 'backtest', id, 'BACKTEST_NOT_FOUND');
  }
}
