import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { LocatedAnswer } from '../http/located-answer';
import { errorAnswer, Operation } from '../http/operation';
import { RequestSubmitter } from '../http/submitter';
import { CheckedQuery, IdPipe, StrictBody } from '../http/validation/pipes';
import { FeatureHistoryQuery, FeatureHistoryRead } from './feature-history.dto';
import { FeatureHistoryResponder } from './feature-history.responder';
import { FeaturePrecomputeRead, PrecomputeFeaturesDto } from './feature-precompute.dto';
import { describeFeatures, FeatureDefinitionsRead, FeaturesQuery, FeaturesRead } from './features.dto';
import { FeaturesService } from './features.service';

@ApiTags('Features')
@ApiExtraModels(FeatureHistoryRead)
@Controller('api/v1/features')
export class FeaturesController {
  constructor(
    private readonly service: FeaturesService,
    private readonly history: FeatureHistoryResponder,
  ) {}

  @Get()
  @Operation({
    summary: 'Read the features of a series',
    description:
      'The features at the newest closed candle, as they were last computed. What has been computed once is kept up to date: seconds after a candle closed or was corrected it is computed again. Features run over the stored candles as they come: over a gap the candle before it counts as the one before. Nothing computed yet: no features and nulls.',
    answer: { description: 'The features', type: FeaturesRead },
  })
  readFeatures(@CheckedQuery() query: FeaturesQuery) {
    return this.service.read(query);
  }

  @Get('definitions')
  @Operation({
    summary: 'List the features',
    description: 'Every feature with what it is, in the order of a history.',
    answer: { description: 'The features', type: FeatureDefinitionsRead },
  })
  listFeatureDefinitions() {
    return describeFeatures();
  }

  @Get('history')
  @Operation({
    summary: 'Compute features over time',
    description:
      'The features of every closed candle in a range, ascending, both bounds inclusive: with a start the first `limit` candles from it, else the last `limit`. Candles before the range are read as warm-up, so a value is the same to 1e-9 in every range that holds it. Features run over the stored candles as they come: over a gap the candle before it counts as the one before; an interval that is not stored is aggregated from a shorter one. ' +
      'As JSON in columns, which pandas takes as DataFrame(body["features"], index=body["open_time"]), or with Accept: text/csv as a stream of lines under a head, without a limit the whole range. A body without its end means that it broke off.',
    answer: {
      description: 'The features',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(FeatureHistoryRead) } },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    otherAnswers: {
      406: errorAnswer('Accept allows neither', 'The answer is application/json or text/csv'),
      426: errorAnswer('CSV by HTTP/1.0', 'The answer has no length in advance, which HTTP/1.0 cannot take'),
    },
  })
  readFeatureHistory(
    @CheckedQuery() query: FeatureHistoryQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.history.answer(query, request, response);
  }

  @Post('precompute')
  @Operation({
    summary: 'Compute features',
    description:
      'Computes the features of the symbol at its newest closed candle in a job: of the interval, also where that is aggregated from a shorter one, or without an interval of all that are stored and of 1h. Without a symbol of every stored series. A symbol that no candles are stored of fails in the job, with that reason.',
    status: 202,
    takesIdempotencyKey: true,
    answer: { description: 'The job, pending', type: FeaturePrecomputeRead },
  })
  async precomputeFeatures(
    @StrictBody() request: PrecomputeFeaturesDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.precompute(request, submitter, key));
  }

  @Get('precompute/:id')
  @Operation({
    summary: 'Read a feature job',
    description: 'Progress and outcome of the job.',
    answer: { description: 'The job', type: FeaturePrecomputeRead },
  })
  readFeaturePrecompute(@Param('id', IdPipe) id: number) {
    return this.service.findPrecompute(id);
  }
}
