import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { errorAnswer, Operation } from '../http/operation';
import { Uploads } from '../http/uploads/uploads';
import { fillsBody, positionsBody, TradingUploadResult } from './fills.dto';
import { FillsService, TRADING_FORMATS } from './fills.service';

export const TRADING_PATHS = ['/api/v1/trade-journal/fills', '/api/v1/trade-journal/positions'];

const OTHER_ANSWERS = {
  408: errorAnswer(
    'The body paused for UPLOAD_IDLE_SECONDS',
    'The body brought nothing for 60 seconds; its lines up to 5000 are dealt with (5000 inserted, 0 updated, 0 unchanged, 0 refused), and sending all of it again does no harm',
  ),
};

@ApiTags('Trade journal')
@Controller('api/v1/trade-journal')
export class FillsController {
  constructor(
    private readonly uploads: Uploads,
    private readonly service: FillsService,
  ) {}

  @Post('fills')
  @Operation({
    summary: 'Send fills',
    description:
      'Stores executions of orders and makes the journal entries of their round trips (TRADE_MATCHING: from flat to flat, or FIFO). A fill counts once, by its account, exchange and fill_id, however often and by whichever way it is sent; ' +
      'with another content it is a correction: it replaces the fill, and what was is kept as a revision. Late fills are sorted in by their time and the round trips after them are made anew. ' +
      'Lines that break a rule are reported and never stop the others. At most 4 uploads per process and 2 per subject run at a time (429).',
    requestBody: fillsBody,
    answer: { description: 'Outcome of the fills', type: TradingUploadResult },
    otherAnswers: OTHER_ANSWERS,
  })
  storeFills(@Req() request: Request) {
    return this.uploads.receive(request, TRADING_FORMATS, (body) => this.service.storeFills(body));
  }

  @Post('positions')
  @Operation({
    summary: 'Report positions',
    description:
      'Stores what an account reports of its positions, to be compared with what its fills make. The report of the latest time counts.',
    requestBody: positionsBody,
    answer: { description: 'Outcome of the reports', type: TradingUploadResult },
    otherAnswers: OTHER_ANSWERS,
  })
  storePositions(@Req() request: Request) {
    return this.uploads.receive(request, TRADING_FORMATS, (body) => this.service.storePositions(body));
  }
}
