import { INTERVALS } from '#engine/market/interval';
import { TextAnswer, WordAnswer } from './answer-fields';

/** What every run was requested for. */
export class RequestedRunRead {
  @TextAnswer({ description: 'Strategy, as requested', example: 'sma_cross' })
  strategy_name: string;

  @TextAnswer({ description: 'Symbol, as requested', example: 'SPX' })
  symbol: string;

  @TextAnswer({
    description: 'Exchange of the candles; null: no exchange has the symbol',
    example: 'us',
    nullable: true,
  })
  exchange: string | null;

  @WordAnswer(INTERVALS, { description: 'Interval of the bars', example: '1d' })
  interval: string;
}
