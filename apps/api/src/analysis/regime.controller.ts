import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { JsonText } from '../http/json-text';
import { errorAnswer, Operation } from '../http/operation';
import { CheckedQuery, StrictBody } from '../http/validation/pipes';
import { RegimeDetailsRead } from './regime-details.dto';
import { ComputeRegimeDto, RegimeQuery, RegimeResponse } from './regime.dto';
import { RegimeService } from './regime.service';

const NOT_COMPUTED = {
  404: errorAnswer('None has been computed', 'No regime of BTC/USDT has been computed'),
};

@ApiTags('Analysis')
@Controller('api/v1/analysis/regime')
export class RegimeController {
  constructor(private readonly service: RegimeService) {}

  @Post()
  @JsonText()
  @Operation({
    summary: 'Compute the regime of a series',
    description:
      'Fits a Gaussian hidden Markov model to the trend and the range of rolling windows up to the last closed candle, and keeps the answer. The same candles give the same answer. The regime and its confidence know the past alone, as the window ends with them; earlier labels come from a model that has seen the whole window.',
    answer: { description: 'The regime', type: RegimeResponse },
  })
  computeRegime(@StrictBody() request: ComputeRegimeDto) {
    return this.service.compute(request);
  }

  @Get()
  @JsonText()
  @Operation({
    summary: 'Read the regime that was computed last',
    description: '404 until one has been computed.',
    answer: { description: 'The regime', type: RegimeResponse },
    otherAnswers: NOT_COMPUTED,
  })
  readRegime(@CheckedQuery() query: RegimeQuery) {
    return this.service.read(query);
  }

  @Get('details')
  @JsonText()
  @Operation({
    summary: 'Read the model of the regime',
    description:
      'The transition matrix, expected durations, likelihood, information criterion, what was observed, and each label of the history with its time (`state_history`). `stale` says that it would come out otherwise now: a candle has closed since, or one of those that it was fitted on was corrected; null where it was computed before that was kept.',
    answer: { description: 'The model', type: RegimeDetailsRead },
    otherAnswers: NOT_COMPUTED,
  })
  readRegimeDetails(@CheckedQuery() query: RegimeQuery) {
    return this.service.details(query);
  }
}
