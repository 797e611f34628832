import type { RequestedBenchmark } from '#domain/backtesting/backtest.entity';
import { TextAnswer } from '../http/answer-fields';
import { TextField } from '../http/validation/fields';

/** A series that is held beside a run. */
export class BenchmarkDto {
  @TextField({ description: 'The symbol, as its candles are stored', example: 'SPX', maximum: 128 })
  symbol: string;

  @TextField({
    description: 'Else the default exchange when it has the symbol, else the only one that has it',
    example: 'us',
    maximum: 64,
    optional: true,
  })
  exchange?: string | null;
}

export class BenchmarkSeriesRead implements RequestedBenchmark {
  @TextAnswer({
    description: 'Exchange of its candles; null: no exchange has the symbol',
    example: 'us',
    nullable: true,
  })
  exchange: string | null;

  @TextAnswer({ description: 'Its symbol', example: 'SPX' })
  symbol: string;
}
