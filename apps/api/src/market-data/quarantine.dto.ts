import { ApiProperty } from '@nestjs/swagger';
import { CANDLE_SOURCES, type CandleSource } from '#domain/market-data/candle-writes';
import type { QuarantinedCandle } from '#domain/market-data/quarantined-candle.entity';
import { INTERVALS, type Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { PairPageQuery } from '../http/page.dto';
import { IntervalField, OneOfField, TextField } from '../http/validation/fields';
import { EXCHANGE, SYMBOL } from './series-name.dto';

export class ListQuarantineQuery extends PairPageQuery {
  @TextField({ ...EXCHANGE, optional: true })
  exchange?: string;

  @TextField({ ...SYMBOL, optional: true })
  symbol?: string;

  @IntervalField({ optional: true })
  interval?: Interval;

  @OneOfField(CANDLE_SOURCES, { description: 'How it came in', example: 'feed', optional: true })
  source?: CandleSource;
}

export class QuarantinedCandleRead {
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier of the entry' })
  id: number;

  @ApiProperty({ example: 'binance' })
  exchange: string;

  @ApiProperty({ example: 'BTC/USDT' })
  symbol: string;

  @ApiProperty({ enum: INTERVALS, example: '1m' })
  interval: string;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T00:00:00Z' })
  open_time: string;

  @ApiProperty({ example: '42000.10', description: 'As it came: it need not be a number' })
  open: string;

  @ApiProperty({ example: '42010.00' })
  high: string;

  @ApiProperty({ example: '41990.50' })
  low: string;

  @ApiProperty({ example: '84000.00' })
  close: string;

  @ApiProperty({ example: '12.5' })
  volume: string;

  @ApiProperty({ enum: CANDLE_SOURCES, example: 'feed' })
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

  @ApiProperty({ format: 'date-time', example: '2024-01-02T00:00:01.250Z' })
  quarantined_at: string;
}

export function toQuarantinedCandle(entry: QuarantinedCandle): QuarantinedCandleRead {
  const { exchange, symbol, interval, open, high, low, close, volume, source, reason } = entry;
  return {
    id: Number(entry.id),
    exchange,
    symbol,
    interval,
    open_time: formatDateTime(entry.openTime.getTime()),
    open,
    high,
    low,
    close,
    volume,
    source,
    reason,
    awaits_next_candle: entry.awaitsNextCandle,
    quarantined_at: formatDateTime(entry.quarantinedAt.getTime()),
  };
}
