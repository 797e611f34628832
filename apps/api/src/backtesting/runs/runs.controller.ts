import { Controller, Get, Param, Patch, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ExportSlots } from '../../http/exports.module';
import { IfMatch } from '../../http/if-match';
import { ListingAnswer } from '../../http/listing';
import { errorAnswer, Operation, pageSchema } from '../../http/operation';
import { csvInPieces, negotiate, requireChunks } from '../../http/streamed-file';
import { RequestSubmitter } from '../../http/submitter';
import { CheckedPath, CheckedQuery, IdPipe, OpenBody } from '../../http/validation/pipes';
import { RunLabelsRead, RunPath, RunRead, UpdateRunLabelsDto } from './run.dto';
import { RunsQuery } from './runs-query.dto';
import { RunsService } from './runs.service';

const WHAT = 'A list of runs';
const FORMATS = ['application/json', 'text/csv'] as const;

@ApiTags('Backtesting')
@ApiExtraModels(RunRead)
@Controller('api/v1/backtesting/runs')
export class RunsController {
  constructor(
    private readonly service: RunsService,
    private readonly exports: ExportSlots,
  ) {}

  @Get()
  @Operation({
    summary: 'List all runs',
    description:
      'Backtests, sweeps, walk-forward runs and portfolio runs in one list, newest first or sorted by a measure. Each filter narrows it further. ' +
      'A page of them, or with Accept: text/csv all that match, which counts as an export.',
    answer: {
      description: 'A page of runs, or all that match as CSV',
      content: {
        'application/json': { schema: pageSchema(RunRead) },
        'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header' } },
      },
    },
    otherAnswers: {
      406: errorAnswer('Accept allows neither', `${WHAT} is ${FORMATS.join(' or ')}; Accept allows neither`),
      426: errorAnswer('HTTP/1.0', `${WHAT} as CSV has no length in advance, which HTTP/1.0 cannot take`),
    },
  })
  async listRuns(
    @CheckedQuery() query: RunsQuery,
    @RequestSubmitter() { submittedBy }: Submitter,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    response.vary('Accept');
    if (negotiate(request, FORMATS, WHAT) === 'application/json')
      return answer(query, await this.service.list(query, submittedBy));
    requireChunks(request, `${WHAT} as CSV`);
    this.exports.holdUntilSent(request, response);
    return csvInPieces(response, await this.service.csv(query, submittedBy));
  }

  @Get(':kind/:id/labels')
  @Operation({
    summary: 'Read the labels of a run',
    description:
      'Name, note and tags that clients gave a backtest, a sweep, a walk-forward run or a portfolio run.',
    answer: { description: 'The labels', type: RunLabelsRead },
  })
  readRunLabels(@CheckedPath() { kind }: RunPath, @Param('id', IdPipe) id: number) {
    return this.service.labels(kind, id);
  }

  @Patch(':kind/:id/labels')
  @Operation({
    summary: 'Change the labels of a run',
    description:
      'What is left out stays; null clears name and note. The record of the run and its job are not touched.',
    answer: { description: 'The labels as they now are', type: RunLabelsRead },
  })
  updateRunLabels(
    @CheckedPath() { kind }: RunPath,
    @Param('id', IdPipe) id: number,
    @OpenBody() changes: UpdateRunLabelsDto,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.label(kind, id, changes, ifMatch);
  }
}
