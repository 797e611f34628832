import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestEquity } from '#domain/backtesting/backtest-equity.entity';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import { BacktestTrade } from '#domain/backtesting/backtest-trade.entity';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { JobRuns } from '#domain/job-runs/job-runs';
import { doublesOf } from '#domain/records/doubles';
import { findRecord } from '#domain/records/records';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { formatDateTime } from '#engine/market/parse-time';
import { thinOutCurve } from '#engine/performance/thin-out-curve';
import { present } from '../http/api-error';
import { toNumberedListing } from '../http/listing';
import { offsetOf, type PageQuery } from '../http/page.dto';
import type { BacktestReportRead } from './backtest-report.dto';
import { toBacktestTradeRead, toTradesCsv } from './backtest-trade.dto';
import { CandlesCorrected } from './candles-corrected';
import type { EquityRead } from './equity.dto';
import { toBacktestReport } from './to-backtest-report';

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
    const corrected = await this.corrected.ofBacktest(backtest, stored?.report);
    const job = await this.runs.find('backtest', String(id));
    return toBacktestReport(backtest, job, stored?.report, corrected);
  }

  async trades(id: number, query: PageQuery) {
    await this.find(id);
    const [items, total] = await this.dataSource.manager.findAndCount(BacktestTrade, {
      where: { backtestId: id },
      order: { position: 'ASC' },
      skip: offsetOf(query),
      take: query.size,
    });
    return toNumberedListing(query, { items, total }, toBacktestTradeRead);
  }

  /** All trades, as CSV with a header. */
  async tradesCsv(id: number): Promise<string> {
    await this.find(id);
    const trades = await this.dataSource.manager.find(BacktestTrade, {
      where: { backtestId: id },
      order: { position: 'ASC' },
    });
    return toTradesCsv(trades);
  }

  /** The equity at the closes of the bars; with `points`, thinned out without losing an extreme. */
  async equity(id: number, points: number | undefined): Promise<EquityRead> {
    await this.find(id);
    const stored = await this.dataSource.manager.findOneBy(BacktestEquity, { backtestId: id });
    const openTimes = stored ? doublesOf(stored.openTimes) : new Float64Array();
    const equity = stored ? doublesOf(stored.equity) : new Float64Array();
    const indices = thinOutCurve(equity, points ?? equity.length);
    return {
      id,
      total: equity.length,
      points: indices.map((index) => ({
        time: formatDateTime(openTimes[index]),
        equity: toDecimalText(equity[index]),
      })),
    };
  }

  async find(id: number): Promise<Backtest> {
    const backtest = await findRecord(this.dataSource.getRepository(Backtest), id);
    return present(backtest, 'backtest', id, 'BACKTEST_NOT_FOUND');
  }
}
