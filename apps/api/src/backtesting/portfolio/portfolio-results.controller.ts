import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ExportSlots } from '../../http/exports.module';
import { ListingAnswer } from '../../http/listing';
import { errorAnswer, Operation, pageSchema } from '../../http/operation';
import { PageQuery } from '../../http/page.dto';
import { csvInPieces, negotiate, requireChunks } from '../../http/streamed-file';
import { CheckedQuery, IdPipe } from '../../http/validation/pipes';
import { CurveAnswer, NOT_ACCEPTABLE, TradesAnswer, tradesAnswer } from '../csv-answer';
import { CSV, RESULT_FORMATS } from '../equity.dto';
import { PortfolioEquityQuery, PortfolioEquityRead, toPortfolioEquityCsv } from './portfolio-equity.dto';
import { PortfolioEvents } from './portfolio-events';
import { PortfolioReportRead } from './portfolio-report.dto';
import { PortfolioResultsService } from './portfolio-results.service';
import { PortfolioTradeRead, PortfolioTradesQuery } from './portfolio-trade.dto';
import { PortfolioWeightRead } from './portfolio-weight.dto';
import { RebalancesQuery, RebalancesRead } from './rebalances.dto';

const WEIGHTS = 'A list of weights';

@ApiTags('Backtesting')
@ApiExtraModels(PortfolioEquityRead, PortfolioTradeRead, PortfolioWeightRead)
@Controller('api/v1/backtesting/portfolio/:p_id')
export class PortfolioResultsController {
  constructor(
    private readonly service: PortfolioResultsService,
    private readonly portfolioEvents: PortfolioEvents,
    private readonly exports: ExportSlots,
  ) {}

  @Get('report')
  @Operation({
    summary: 'Report of a portfolio run',
    description:
      'The members, all metrics with those of the benchmark beside them and relative to it, what each member added, turnover, costs, correlations of the members that were held most, ' +
      'what speaks for and against luck (`verdict`), warnings, monthly returns, drawdowns, the look-ahead check and the fingerprint of data and configuration, or the reason of a failure. ' +
      'Figures are null until the run is completed.',
    answer: { description: 'The report', type: PortfolioReportRead },
  })
  readPortfolioReport(@Param('p_id', IdPipe) id: number) {
    return this.service.report(id);
  }

  @Get('equity')
  @Operation({
    summary: 'Equity of a portfolio run',
    description:
      'The equity at the close of every bar of the account; with points=N at most N of them, with both ends and every extreme of their stretch; with the benchmark, the drawdown and the share of cash ' +
      'beside it on request, and with rolling=N the figures of every N returns. As CSV with Accept: text/csv. ' +
      'CSV, and more than 10,000 points, count as an export, of which 2 per subject and process are answered at a time (429).',
    answer: {
      description: 'The curve',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(PortfolioEquityRead) } },
        'text/csv': CSV,
      },
    },
    otherAnswers: NOT_ACCEPTABLE,
  })
  readPortfolioEquity(
    @Param('p_id', IdPipe) id: number,
    @CheckedQuery() query: PortfolioEquityQuery,
    @CurveAnswer() answer: CurveAnswer,
  ) {
    return answer(this.exports, query.points, {
      read: () => this.service.equity(id, query),
      toCsv: (curve) => toPortfolioEquityCsv(curve, query),
    });
  }

  @Get('rebalances')
  @Operation({
    summary: 'Rebalances of a portfolio run',
    description:
      'What each rebalance turned over and cost, and the weights after its fills of the members with the largest average weights; ' +
      'all weights of all members are in its weights. With more rebalances than points, those are left out that are no extreme of the turnover.',
    answer: { description: 'The rebalances', type: RebalancesRead },
  })
  readPortfolioRebalances(@Param('p_id', IdPipe) id: number, @CheckedQuery() query: RebalancesQuery) {
    return this.service.rebalances(id, query);
  }

  @Get('weights')
  @Operation({
    summary: 'Weights of a portfolio run',
    description:
      'What each rebalance decided, found and reached, by rebalance and then by member; members that had no weight in one are left out of it. None for rules. ' +
      'A page of them, or with Accept: text/csv all, which counts as an export.',
    answer: {
      description: 'A page of weights, or all as CSV',
      content: { 'application/json': { schema: pageSchema(PortfolioWeightRead) }, 'text/csv': CSV },
    },
    otherAnswers: {
      ...NOT_ACCEPTABLE,
      426: errorAnswer('HTTP/1.0', `${WEIGHTS} as CSV has no length in advance, which HTTP/1.0 cannot take`),
    },
  })
  async listPortfolioWeights(
    @Param('p_id', IdPipe) id: number,
    @CheckedQuery() query: PageQuery,
    @ListingAnswer() answer: ListingAnswer,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    response.vary('Accept');
    if (negotiate(request, RESULT_FORMATS, WEIGHTS) === 'application/json')
      return answer(query, await this.service.weights(id, query));
    requireChunks(request, `${WEIGHTS} as CSV`);
    this.exports.holdUntilSent(request, response);
    return csvInPieces(response, await this.service.weightsCsv(id));
  }

  @Get('trades')
  @Operation({
    summary: 'Trades of a portfolio run',
    description:
      'Every part of a position that was closed, with its member, in the order of their entries or sorted by a figure; each filter narrows the list further. A page of them, or with Accept: text/csv all ' +
      'that match, which counts as an export.',
    ...tradesAnswer(PortfolioTradeRead),
  })
  listPortfolioTrades(
    @Param('p_id', IdPipe) id: number,
    @CheckedQuery() query: PortfolioTradesQuery,
    @TradesAnswer() answer: TradesAnswer,
  ) {
    return answer(query, this.exports, {
      page: () => this.service.trades(id, query),
      csv: () => this.service.tradesCsv(id, query),
    });
  }

  @Get('events')
  @Operation({
    summary: 'Progress of a portfolio run',
    description:
      'Server-sent events: `status` with the record whenever it changes, and a comment every 15 s. The stream ends when the run is over or its record is deleted; otherwise as the events of a backtest.',
    answer: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
  })
  streamPortfolioEvents(
    @Param('p_id', IdPipe) id: number,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.portfolioEvents.stream(id, request, response);
  }
}
