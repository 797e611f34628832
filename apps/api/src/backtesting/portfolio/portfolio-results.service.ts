import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { portfolioTrades } from '#domain/backtesting/trade-list';
import { JobRuns } from '#domain/job-runs/job-runs';
import { listWeights, streamWeights } from '#domain/portfolios/member-weights';
import { PortfolioEquity, PortfolioReport } from '#domain/portfolios/portfolio-results.entity';
import { findRebalancings, readTurnovers } from '#domain/portfolios/rebalancings';
import type { UniverseMember } from '#domain/universes/universe-member';
import { doublesOf } from '#domain/records/doubles';
import { thinOutCurves } from '#engine/performance/thin-out-curve';
import { toNumberedListing } from '../../http/listing';
import { offsetOf, type PageQuery } from '../../http/page.dto';
import { checkRange } from '../../http/validation/check-range';
import { CandlesCorrected } from '../candles-corrected';
import { rollCurves } from '../roll-curves';
import { toTradeSelection } from '../trades-query.dto';
import {
  type PortfolioEquityQuery,
  type PortfolioEquityRead,
  toPortfolioEquity,
} from './portfolio-equity.dto';
import type { PortfolioReportRead } from './portfolio-report.dto';
import { type PortfolioTradesQuery, toPortfolioTrade, toPortfolioTradesCsv } from './portfolio-trade.dto';
import { toPortfolioWeight, toWeightLine, WEIGHTS_CSV_HEADER } from './portfolio-weight.dto';
import { PortfoliosService } from './portfolios.service';
import { type RebalancesQuery, type RebalancesRead, toRebalances } from './rebalances.dto';
import { toPortfolioReport } from './to-portfolio-report';

/** What a portfolio run found. */
@Injectable()
export class PortfolioResultsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly portfolios: PortfoliosService,
    private readonly runs: JobRuns,
    private readonly corrected: CandlesCorrected,
  ) {}

  async report(id: number): Promise<PortfolioReportRead> {
    const portfolio = await this.portfolios.find(id);
    const stored = await this.storedReport(id);
    const corrected = await this.corrected.ofRun(portfolio, stored);
    const job = await this.runs.find('portfolio', String(id));
    return toPortfolioReport(portfolio, job, stored, corrected);
  }

  async trades(id: number, query: PortfolioTradesQuery) {
    const { members, selection } = await this.selectTrades(id, query);
    const page = { offset: offsetOf(query), limit: query.size };
    const found = await portfolioTrades.list(this.dataSource, id, { ...selection, page });
    return toNumberedListing(query, found, (trade) => toPortfolioTrade(trade, members));
  }

  /** All trades that match, as CSV with a header. */
  async tradesCsv(id: number, query: PortfolioTradesQuery): Promise<AsyncIterable<string>> {
    const { members, selection } = await this.selectTrades(id, query);
    return toPortfolioTradesCsv(await portfolioTrades.stream(this.dataSource, id, selection), members);
  }

  async weights(id: number, query: PageQuery) {
    const { members } = await this.portfolios.find(id);
    const found = await listWeights(this.dataSource, id, { offset: offsetOf(query), limit: query.size });
    return toNumberedListing(query, found, (weight) => toPortfolioWeight(weight, members));
  }

  /** All weights in pieces of CSV; the run is there when it answers. */
  async weightsCsv(id: number): Promise<AsyncIterable<string>> {
    const { members } = await this.portfolios.find(id);
    const pieces = streamWeights(this.dataSource, id);
    return (async function* () {
      yield WEIGHTS_CSV_HEADER;
      for await (const weights of pieces)
        yield weights.map((weight) => toWeightLine(weight, members)).join('');
    })();
  }

  /** The rebalances without losing the extremes of their turnover; none until the run is completed, and none of rules. */
  async rebalances(id: number, { points }: RebalancesQuery): Promise<RebalancesRead> {
    const { members } = await this.portfolios.find(id);
    const turnovers = await readTurnovers(this.dataSource, id);
    const rebalancings = await findRebalancings(this.dataSource, id, thinOutCurves([turnovers], points));
    const listed = (await this.storedReport(id))?.correlations.members ?? [];
    return toRebalances({ id, total: turnovers.length, members, listed, rebalancings });
  }

  /** The account at the closes of its bars; with `points`, thinned out without losing an extreme. Empty until the run is completed. */
  async equity(id: number, query: PortfolioEquityQuery): Promise<PortfolioEquityRead> {
    const { interval } = await this.portfolios.find(id);
    const stored = await this.dataSource.manager.findOneBy(PortfolioEquity, { portfolioId: id });
    const curveOf = (bytes: Buffer | undefined) => (bytes ? doublesOf(bytes) : new Float64Array());
    const curves = {
      openTimes: curveOf(stored?.openTimes),
      equity: curveOf(stored?.equity),
      benchmark: curveOf(stored?.benchmark),
      cash: curveOf(stored?.cash),
    };
    const report = query.rolling === undefined ? undefined : await this.storedReport(id);
    const rolling = rollCurves(curves, report, interval, query.rolling);
    return toPortfolioEquity(id, { ...curves, rolling }, query);
  }

  private async selectTrades(id: number, query: PortfolioTradesQuery) {
    checkRange(query);
    const { members } = await this.portfolios.find(id);
    const { filter, order } = toTradeSelection(query);
    return { members, selection: { filter: { ...filter, ...membersNamed(members, query) }, order } };
  }

  private async storedReport(portfolioId: number) {
    return (await this.dataSource.manager.findOneBy(PortfolioReport, { portfolioId }))?.report;
  }
}

/** The indices of those that a query names; nothing where it names none. */
function membersNamed(members: readonly UniverseMember[], { symbol, exchange }: PortfolioTradesQuery) {
  if (symbol === undefined && exchange === undefined) return {};
  const isNamed = (member: UniverseMember) =>
    (symbol ?? member.symbol) === member.symbol && (exchange ?? member.exchange) === member.exchange;
  return { members: members.flatMap((member, index) => (isNamed(member) ? [index] : [])) };
}
