import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { walkForwardTrades } from '#domain/backtesting/trade-list';
import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { WalkForwardCurve } from '#domain/parameter-search/walk-forward-tests.entity';
import { doublesOf } from '#domain/records/doubles';
import { toNumberedListing } from '../http/listing';
import { offsetOf } from '../http/page.dto';
import { checkRange } from '../http/validation/check-range';
import { ParameterSearchService } from './parameter-search.service';
import { rollCurves } from './roll-curves';
import { type TestTradesQuery, toTestTradeRead, toTestTradesCsv } from './test-trade.dto';
import { toTradeSelection } from './trades-query.dto';
import { type TestCurve, type TestEquityQuery, toTestEquity } from './test-equity.dto';
import { toWalkForwardReport } from './walk-forward-results.dto';

const NO_CURVE = { openTimes: new Float64Array(), equity: new Float64Array(), benchmark: null };

/** What the tests of a walk-forward run found, as of a backtest. */
@Injectable()
export class WalkForwardResultsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly searches: ParameterSearchService,
  ) {}

  async report(id: number) {
    const search = await this.find(id);
    return toWalkForwardReport(search, await this.curve(id), await this.searches.requestOf(search));
  }

  /** Empty until the run is completed, and of runs of earlier versions. */
  async equity(id: number, query: TestEquityQuery) {
    const { result, interval } = await this.find(id);
    const curve = await this.curve(id);
    const { openTimes, equity, benchmark } = curve ?? NO_CURVE;
    // A benchmark that is at no bar of a test says nothing about them.
    const beside = curve?.relative ? benchmark : null;
    const rolling = rollCurves({ openTimes, equity, benchmark: beside }, curve, interval, query.rolling);
    const windows = (result as StoredWalkForward | null)?.windows ?? [];
    return toTestEquity(id, { openTimes, equity, benchmark, rolling }, windows, query);
  }

  async trades(id: number, query: TestTradesQuery) {
    checkRange(query);
    const { members } = await this.find(id);
    const page = { offset: offsetOf(query), limit: query.size };
    const found = await walkForwardTrades.list(this.dataSource, id, { ...toTradeSelection(query), page });
    return toNumberedListing(query, found, (trade) => toTestTradeRead(trade, members));
  }

  /** All trades that match, as CSV with a header. */
  async tradesCsv(id: number, query: TestTradesQuery): Promise<AsyncIterable<string>> {
    checkRange(query);
    const { members } = await this.find(id);
    const trades = await walkForwardTrades.stream(this.dataSource, id, toTradeSelection(query));
    return toTestTradesCsv(trades, members);
  }

  private find(id: number) {
    return this.searches.find('walk_forward', id);
  }

  private async curve(searchId: number): Promise<TestCurve | null> {
    const stored = await this.dataSource.manager.findOneBy(WalkForwardCurve, { searchId });
    return (
      stored && {
        openTimes: doublesOf(stored.openTimes),
        equity: doublesOf(stored.equity),
        benchmark: stored.benchmark && doublesOf(stored.benchmark),
        metrics: stored.metrics,
        relative: stored.relative,
      }
    );
  }
}
