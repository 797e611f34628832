import { ApiProperty } from '@nestjs/swagger';
import { CANDLE_SOURCES, type CandleSource } from '#domain/market-data/series/candle-writes';
import type { QuarantinedCandle } from '#domain/market-data/quarantine/quarantined-candle.entity';
import { PairPageQuery } from '../http/page.dto';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { OneOfField } from '../http/validation/fields';
import { withSeriesFilter } from './series-name.dto';

export class ListQuarantineQuery extends withSeriesFilter(PairPageQuery) {
  @OneOfField(CANDLE_SOURCES, { description: 'How it came in', example: 'feed', optional: true })
  source?: CandleSource;
}

export class QuarantinedCandleRead {
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier of the entry' })
  id: number;

  @ExchangeProperty('binance')
  exchange: string;

  @SymbolProperty('BTC/USDT')
  symbol: string;

  @IntervalProperty('1m')
  interval: string;

  @ApiProperty({
    format: 'date-time',
    example: '2024-01-02T00:00:00Z',
    description: 'Open time of the candle',
  })
  open_time: string;

  @ApiProperty({ example: '42000.10', description: 'As it came: it need not be a number' })
  open: string;

  @ApiProperty({ example: '42010.00', description: 'Highest price, as it came' })
  high: string;

  @ApiProperty({ example: '41990.50', description: 'Lowest price, as it came' })
  low: string;

  @ApiProperty({ example: '84000.00', description: 'Last price, as it came' })
  close: string;

  @ApiProperty({ example: '12.5', description: 'Volume, as it came' })
  volume: string;

  @ApiProperty({ enum: CANDLE_SOURCES, example: 'feed', description: 'How it came in' })
  source: string;

  @ApiProperty({
    example: 'high must not be below close (84000.00)',
    description:
      'outlier: its close is more than ten times off; else a sentence that names each rule it broke',
  })
  reason: string;

  @ApiProperty({
    example: false,
    description: 'Nothing is decided: it is stored by itself when the candles after it confirm its level',
  })
  awaits_next_candle: boolean;

  @ApiProperty({
    format: 'date-time',
    example: '2024-01-02T00:00:01.250Z',
    description: 'When it was put into quarantine',
  })
  quarantined_at: string;
}

export function toQuarantinedCandle(entry: QuarantinedCandle): QuarantinedCandleRead {
  const { exchange, symbol, interval, open, high, low, close, volume, source, reason } = entry;
  return {
    id: Number(entry.id),
    exchange,
    symbol,
    interval,
    open_time: timeText(entry.openTime),
    open,
    high,
    low,
    close,
    volume,
    source,
    reason,
    awaits_next_candle: entry.awaitsNextCandle,
    quarantined_at: timeText(entry.quarantinedAt),
  };
}
