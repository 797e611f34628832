import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ExportSlots } from '../http/exports.module';
import { ListingAnswer } from '../http/listing';
import { Operation, pageSchema } from '../http/operation';
import { PageQuery } from '../http/page.dto';
import { CheckedQuery, IdPipe } from '../http/validation/pipes';
import { BacktestEvents } from './backtest-events';
import { BacktestReportRead } from './backtest-report.dto';
import { BacktestResultsService } from './backtest-results.service';
import { BacktestTradeRead } from './backtest-trade.dto';
import { CurveAnswer, NOT_ACCEPTABLE, TradesAnswer, tradesAnswer } from './csv-answer';
import { CSV, EquityQuery, EquityRead, toEquityCsv } from './equity.dto';
import { TradesQuery } from './trades-query.dto';
import { DrawdownRead, PeriodReturnsRead } from './periods.dto';

@ApiTags('Backtesting')
@ApiExtraModels(BacktestTradeRead, DrawdownRead, EquityRead)
@Controller('api/v1/backtesting/:b_id')
export class BacktestResultsController {
  constructor(
    private readonly service: BacktestResultsService,
    private readonly backtestEvents: BacktestEvents,
    private readonly exports: ExportSlots,
  ) {}

  @Get('report')
  @Operation({
    summary: 'Report of a backtest',
    description:
      'All metrics with those of the benchmark beside them and relative to it, what speaks for and against luck (`verdict`), which fields of the record a client edited, costs, warnings, monthly returns, drawdowns, the look-ahead check, the ' +
      'fingerprint of data and configuration, how many candles that it used were corrected since (`candles_corrected_since`), or the reason of a failure. Figures are null until the run is completed.',
    answer: { description: 'The report', type: BacktestReportRead },
  })
  readBacktestReport(@Param('b_id', IdPipe) id: number) {
    return this.service.report(id);
  }

  @Get('trades')
  @Operation({
    summary: 'Trades of a backtest',
    description:
      'Every position from entry to exit, in the order of their entries or sorted by a figure; each filter narrows the list further. A page of them, or with Accept: text/csv all that match, which counts as an export.',
    ...tradesAnswer(BacktestTradeRead),
  })
  listBacktestTrades(
    @Param('b_id', IdPipe) id: number,
    @CheckedQuery() query: TradesQuery,
    @TradesAnswer() answer: TradesAnswer,
  ) {
    return answer(query, this.exports, {
      page: () => this.service.trades(id, query),
      csv: () => this.service.tradesCsv(id, query),
    });
  }

  @Get('equity')
  @Operation({
    summary: 'Equity of a backtest',
    description:
      'The equity at the close of every bar; with points=N at most N of them, with both ends and every extreme of their stretch; with the benchmark, the drawdown and the position beside it on request, and with rolling=N the figures of every N returns. As CSV with Accept: text/csv. ' +
      'CSV, and more than 10,000 points, count as an export, of which 2 per subject and process are answered at a time (429).',
    answer: {
      description: 'The curve',
      content: { 'application/json': { schema: { $ref: getSchemaPath(EquityRead) } }, 'text/csv': CSV },
    },
    otherAnswers: NOT_ACCEPTABLE,
  })
  readBacktestEquity(
    @Param('b_id', IdPipe) id: number,
    @CheckedQuery() query: EquityQuery,
    @CurveAnswer() answer: CurveAnswer,
  ) {
    return answer(this.exports, query.points, {
      read: () => this.service.equity(id, query),
      toCsv: (curve) => toEquityCsv(curve, query),
    });
  }

  @Get('drawdowns')
  @Operation({
    summary: 'Drawdowns of a backtest',
    description:
      'Every fall of the equity from a peak until it is at it again, deepest first. None until the run is completed.',
    answer: { description: 'A page of drawdowns', schema: pageSchema(DrawdownRead) },
  })
  async listBacktestDrawdowns(
    @Param('b_id', IdPipe) id: number,
    @CheckedQuery() query: PageQuery,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    return answer(query, await this.service.drawdowns(id, query));
  }

  @Get('monthly')
  @Operation({
    summary: 'Monthly and yearly returns of a backtest',
    description:
      'The return of each UTC month and year, with that of buy and hold. None until the run is completed.',
    answer: { description: 'The returns', type: PeriodReturnsRead },
  })
  readBacktestPeriodReturns(@Param('b_id', IdPipe) id: number) {
    return this.service.periodReturns(id);
  }

  @Get('events')
  @Operation({
    summary: 'Progress of a backtest',
    description:
      'Server-sent events: `status` with the record whenever it changes, and a comment every 15 s. The stream ends when the run is ' +
      'over or its record is deleted; with `expired` when the token expires, with `dropped` when its reader is too slow, with ' +
      '`shutdown` when the server stops. It counts for STREAMS_PER_TOKEN and STREAMS_PER_REPLICA.',
    answer: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
  })
  streamBacktestEvents(
    @Param('b_id', IdPipe) id: number,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.backtestEvents.stream(id, request, response);
  }
}
