import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ExportSlots } from '../http/exports.module';
import { Operation } from '../http/operation';
import { CheckedQuery, IdPipe } from '../http/validation/pipes';
import { CurveAnswer, NOT_ACCEPTABLE, TradesAnswer, tradesAnswer } from './csv-answer';
import { CSV } from './equity.dto';
import { TestTradeRead, TestTradesQuery } from './test-trade.dto';
import { TestEquityQuery, TestEquityRead, toTestEquityCsv } from './test-equity.dto';
import { WalkForwardReportRead } from './walk-forward-results.dto';
import { WalkForwardResultsService } from './walk-forward-results.service';

@ApiTags('Backtesting')
@ApiExtraModels(TestEquityRead, TestTradeRead)
@Controller('api/v1/backtesting/walk-forward/:w_id')
export class WalkForwardResultsController {
  constructor(
    private readonly service: WalkForwardResultsService,
    private readonly exports: ExportSlots,
  ) {}

  @Get('trades')
  @Operation({
    summary: 'Trades of a walk-forward run',
    description:
      'Every trade of the tests with its window, in the order of their entries or sorted by a figure; each filter narrows the list further. A page of them, or with Accept: text/csv all that match, which ' +
      'counts as an export. Each window begins with the initial capital.',
    ...tradesAnswer(TestTradeRead),
  })
  listWalkForwardTrades(
    @TradesAnswer() answer: TradesAnswer,
    @CheckedQuery() query: TestTradesQuery,
    @Param('w_id', IdPipe) id: number,
  ) {
    return answer(query, this.exports, {
      page: () => this.service.trades(id, query),
      csv: () => this.service.tradesCsv(id, query),
    });
  }

  @Get('report')
  @Operation({
    summary: 'Report of a walk-forward run',
    description:
      'All metrics of the tests as one account, with those relative to the benchmark (`relative`), its monthly returns and deepest drawdowns, the windows, buy and hold and the verdict.',
    answer: { description: 'The report', type: WalkForwardReportRead },
  })
  readWalkForwardReport(@Param('w_id', IdPipe) id: number) {
    return this.service.report(id);
  }

  @Get('equity')
  @Operation({
    summary: 'Equity of a walk-forward run',
    description:
      'The equity of the tests as one account at the close of every bar, with the bar’s window; with points=N at most N of them, with both ends ' +
      'and every extreme of their stretch; with the benchmark beside it on request, and with rolling=N the figures of every N returns. As CSV with Accept: text/csv. CSV, and more than 10,000 points, count as an export.',
    answer: {
      description: 'The curve',
      content: { 'application/json': { schema: { $ref: getSchemaPath(TestEquityRead) } }, 'text/csv': CSV },
    },
    otherAnswers: NOT_ACCEPTABLE,
  })
  readWalkForwardEquity(
    @Param('w_id', IdPipe) id: number,
    @CheckedQuery() query: TestEquityQuery,
    @CurveAnswer() answer: CurveAnswer,
  ) {
    return answer(this.exports, query.points, {
      read: () => this.service.equity(id, query),
      toCsv: (curve) => toTestEquityCsv(curve, query),
    });
  }
}
