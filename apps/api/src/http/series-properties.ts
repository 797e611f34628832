import { ApiProperty } from '@nestjs/swagger';
import { INTERVALS } from '#engine/market/interval';

/** Properties of answers that name a series. */
export const ExchangeProperty = () => ApiProperty({ example: 'us', description: 'The exchange' });
export const SymbolProperty = () => ApiProperty({ example: 'SPX', description: 'The symbol' });
export const IntervalProperty = () =>
  ApiProperty({ enum: INTERVALS, example: '1d', description: 'Time from one open to the next' });
/** Of a symbol that may not be stored. */
export const FoundExchangeProperty = () =>
  ApiProperty({ example: 'us', type: String, nullable: true, description: 'null: no exchange has it' });
