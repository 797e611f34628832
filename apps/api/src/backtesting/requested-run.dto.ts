import { INTERVALS } from '#engine/market/interval';
import { TextAnswer, WordAnswer } from '../http/answer-fields';

/** What every run was requested for. */
export class RequestedRun {
  @TextAnswer({ description: 'As requested', example: 'sma_cross' })
  strategy_name: string;

  @TextAnswer({ description: 'As requested', example: 'SPX' })
  symbol: string;

  @TextAnswer({ description: 'Null: no exchange has the symbol', example: 'us', nullable: true })
  exchange: string | null;

  @WordAnswer(INTERVALS, { description: 'Of the bars', example: '1d' })
  interval: string;
}
