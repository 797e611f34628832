import { Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { UntaggedGuard } from '../http/if-match';
import { LocatedAnswer } from '../http/located-answer';
import { errorAnswer, Operation } from '../http/operation';
import { RequestSubmitter } from '../http/submitter';
import { CheckedPath, IdPipe, StrictBody } from '../http/validation/pipes';
import { EquityIngestAccepted, EquityIngestRead, IngestEquitiesDto } from './equities.dto';
import { EquitiesService } from './equities.service';
import { EquityActionsRead, EquitySymbolPath } from './equity-actions.dto';
import { EquityStatusRead } from './equity-status.dto';
import { EquitySymbolsService } from './equity-symbols.service';

const UNTRACKED = errorAnswer('The symbol is not tracked', 'AAPL is not tracked: it was not requested');

@ApiTags('Equities')
@Controller('api/v1/equities')
export class EquitiesController {
  constructor(
    private readonly service: EquitiesService,
    private readonly symbols: EquitySymbolsService,
  ) {}

  @Post('ingest')
  @Operation({
    summary: 'Ingest equity prices',
    description:
      'Requests from the provider, in a job, every daily session of the range that is not stored, also those that it lacked before, and splits and dividends; the candles are stored under the exchange `us`. Stored candles are not changed, except by a new split: it rewrites the whole stored history. ' +
      'Every ingest requests the splits of the last 30 days; before sessions are added, the price of the provider for the first stored session is compared with the stored one, so that an older split that is reported late is found as well. The symbols are tracked from then on. ' +
      'A symbol is `completed` when all that the provider has of the range is stored, at least one session, or when no session of the range has closed. It is `failed` when the provider does not know it, cannot be reached, or has none of the sessions that are missing after the first stored one (unless it has others before and after them and was queried twice), and when a candle broke a rule. ' +
      'The job is `failed` when one of its symbols is; the rows of the others stay. A provider that limits its rate delays the job.',
    status: 202,
    takesIdempotencyKey: true,
    answer: { description: 'The job, pending', type: EquityIngestAccepted },
  })
  async ingestEquities(
    @StrictBody() request: IngestEquitiesDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.ingest(request, submitter, key));
  }

  @Get('ingest/:id')
  @Operation({
    summary: 'Read an equity ingest',
    description: 'Progress of the job, and its outcome for each symbol.',
    answer: { description: 'The job', type: EquityIngestRead },
  })
  readEquityIngest(@Param('id', IdPipe) id: number) {
    return this.service.find(id);
  }

  @Get('status')
  @Operation({
    summary: 'Read the state of equity ingestion',
    description:
      'Whether a job runs, the newest job, and what is stored of each tracked symbol. 503 while the queue is away.',
    answer: { description: 'The state', type: EquityStatusRead },
  })
  readEquityStatus() {
    return this.symbols.status();
  }

  @Get('symbols/:symbol/actions')
  @Operation({
    summary: 'Read splits, dividends and adjustment factors',
    description:
      'What the provider reported for the days from the first stored candle on. Stored prices are adjusted for splits, not for dividends.',
    answer: { description: 'Splits, dividends and cumulative factors', type: EquityActionsRead },
    otherAnswers: { 404: UNTRACKED },
  })
  readEquityActions(@CheckedPath() { symbol }: EquitySymbolPath) {
    return this.symbols.describeActions(symbol);
  }

  @Delete('symbols/:symbol')
  @UseGuards(UntaggedGuard)
  @Operation({
    summary: 'Stop tracking a symbol',
    description:
      'Ingests without symbols no longer include it, and its splits and dividends are deleted. Its candles stay.',
    status: 204,
    answer: { description: 'No longer tracked' },
    otherAnswers: { 404: UNTRACKED },
  })
  untrackEquity(@CheckedPath() { symbol }: EquitySymbolPath) {
    return this.symbols.untrack(symbol);
  }
}
