import { ApiProperty } from '@nestjs/swagger';
import { type Interval, INTERVALS } from '#engine/market/interval';

/** Properties of answers that name a series. */
export const ExchangeProperty = (example = 'us') => ApiProperty({ example, description: 'The exchange' });
export const SymbolProperty = (example = 'SPX') => ApiProperty({ example, description: 'The symbol' });
export const IntervalProperty = (example: Interval = '1d') =>
  ApiProperty({ enum: INTERVALS, example, description: 'Time from one open to the next' });
/** Of a symbol that may not be stored. */
export const FoundExchangeProperty = () =>
  ApiProperty({ example: 'us', type: String, nullable: true, description: 'null: no exchange has it' });
