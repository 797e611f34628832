import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { formatDateTime } from '#engine/market/parse-time';
import { CountAnswer, MapAnswer, ObjectAnswer, TimeAnswer } from '../http/answer-fields';
import { PARAMETER_VALUE, type ParameterValues, toParameterValues } from './parameter-values';
import { toWindowFigures, WindowFiguresRead } from './search-figures.dto';

export class WalkForwardWindowRead {
  @CountAnswer('index from 0', { description: 'Number of the window, in the order of time', example: 0 })
  index: number;

  @TimeAnswer({
    description: 'Open of the first bar that parameters are chosen on',
    example: '2000-01-03T00:00:00Z',
  })
  train_start: string;

  @TimeAnswer({
    description: 'Open of the last bar that parameters are chosen on',
    example: '2003-05-27T00:00:00Z',
  })
  train_end: string;

  @TimeAnswer({
    description: 'Open of the first bar that they are tested on',
    example: '2003-05-28T00:00:00Z',
  })
  test_start: string;

  @TimeAnswer({
    description: 'Open of the last bar that they are tested on',
    example: '2006-10-12T00:00:00Z',
  })
  test_end: string;

  @MapAnswer(PARAMETER_VALUE, {
    description: 'The parameters chosen, as those of a combination (each in its own unit)',
    example: { fast: 20, slow: 100 },
  })
  best_parameters: ParameterValues;

  @ObjectAnswer(WindowFiguresRead, { description: 'Figures of the training, with the parameters chosen' })
  in_sample: WindowFiguresRead;

  @ObjectAnswer(WindowFiguresRead, { description: 'Figures of the test' })
  out_of_sample: WindowFiguresRead;
}

export function toWalkForwardWindow(window: StoredWalkForward['windows'][number]): WalkForwardWindowRead {
  return {
    index: window.index,
    train_start: formatDateTime(window.trainStart),
    train_end: formatDateTime(window.trainEnd),
    test_start: formatDateTime(window.testStart),
    test_end: formatDateTime(window.testEnd),
    best_parameters: toParameterValues(window.bestParameters),
    in_sample: toWindowFigures(window.inSample),
    out_of_sample: toWindowFigures(window.outOfSample),
  };
}
