import { ApiProperty } from '@nestjs/swagger';
import type { PublishedCandle, SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { type OpenStream, STREAM_TYPES } from '#domain/streams/open-stream-list.entity';
import { type Interval, INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { unprocessable } from '../http/api-error';
import { TextAnswer, WordAnswer } from '../http/answer-fields';
import { IntervalField, TextField } from '../http/validation/fields';

export class OhlcvStreamQuery {
  @TextField({ description: 'The exchange, matched verbatim', example: 'us', maximum: 64 })
  exchange: string;

  @TextField({ description: 'The symbol, matched verbatim', example: 'SPX', maximum: 128 })
  symbol: string;

  @IntervalField({ optional: true, default: '1m' })
  interval: Interval = '1m';
}

export class WebSocketQuery {
  @TextField({
    description:
      'The token, for clients that can send it in no header; it is not logged here, but may be by proxies',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
    maximum: 8_192,
    optional: true,
  })
  token?: string;
}

export const EVENT_ID = /^(\d{1,15})\.(\d{1,15})(?:\.(\d{1,15}))?$/;
/** The last millisecond of the year 9999. */
const LATEST_TIME = 253_402_300_799_999;

export const EVENT_ID_RULE =
  'must be the id of an event of this stream: <open time>.<commit time> or <open time>.<commit time>.<resume open time>, in milliseconds since 1970';

/** Undefined where the text is no id of an event. */
export function readEventId(text: string): SeriesPosition | undefined {
  const times = EVENT_ID.exec(text)?.slice(1).filter(Boolean).map(Number);
  if (!times?.every((time) => time <= LATEST_TIME)) return undefined;
  const [newestOpenTime, committedAt, resumeOpenTime] = times;
  return { newestOpenTime, committedAt, resumeOpenTime };
}

/** Undefined where the client has none yet. */
export function toPosition(lastEventId: string | undefined): SeriesPosition | undefined {
  if (!lastEventId) return undefined;
  const position = readEventId(lastEventId);
  if (position) return position;
  throw unprocessable([{ field: 'Last-Event-ID', message: EVENT_ID_RULE }]);
}

class ActiveStream {
  @ApiProperty({ example: 'api-1-17-3f9a1c/42', description: 'Identifier of the stream' })
  id: string;

  @ApiProperty({ enum: STREAM_TYPES, example: 'sse', description: 'Kind of the connection' })
  type: string;

  @TextAnswer({ example: 'us', nullable: true, description: 'Of candles; of a stream of events its filter' })
  exchange: string | null;

  @TextAnswer({ example: 'SPX', nullable: true, description: 'Of candles; of a stream of events its filter' })
  symbol: string | null;

  @WordAnswer(INTERVALS, {
    example: '1d',
    nullable: true,
    description: 'Of candles; null of a stream of events',
  })
  interval: string | null;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T00:00:00Z', description: 'When it was opened' })
  opened_at: string;

  @ApiProperty({ type: 'integer', description: 'Of other replicas a few seconds old', example: 1 })
  events_sent: number;

  @ApiProperty({ description: 'The replica that serves it', example: 'api-1-17-3f9a1c' })
  instance: string;
}

export class ActiveStreams {
  @ApiProperty({ type: 'integer', example: 1, description: 'Open streams' })
  total: number;

  @ApiProperty({
    type: [ActiveStream],
    example: [
      {
        id: 'api-1-17-3f9a1c/42',
        type: 'sse',
        exchange: 'us',
        symbol: 'SPX',
        interval: '1d',
        opened_at: '2024-01-02T00:00:00Z',
        events_sent: 1,
        instance: 'api-1-17-3f9a1c',
      },
    ],
    description: 'The open streams of all replicas',
  })
  streams: readonly ActiveStream[];
}

interface ServedStream {
  readonly id: string;
  readonly type: OpenStream['type'];
  readonly instance: string;
  readonly name: Pick<OpenStream, 'exchange' | 'symbol' | 'interval'>;
  readonly openedAt: string;
  readonly eventsSent: number;
}

export function toOpenStream({ id, type, instance, name, openedAt, eventsSent }: ServedStream): OpenStream {
  const { exchange, symbol, interval } = name;
  return {
    id,
    type,
    exchange,
    symbol,
    interval,
    opened_at: openedAt,
    events_sent: eventsSent,
    instance,
  };
}

/** `committedAt`: milliseconds since 1970 UTC. */
export function toKlineEvent(
  { exchange, symbol, interval }: SeriesName,
  { openTime, open, high, low, close, volume, isClosed }: PublishedCandle,
  committedAt: number,
) {
  return {
    event: 'kline',
    symbol,
    timestamp: formatDateTime(committedAt),
    data: {
      exchange,
      symbol,
      interval,
      open_time: formatDateTime(openTime),
      open,
      high,
      low,
      close,
      volume,
      is_closed: isClosed,
    },
  };
}

/** That more was missed than is sent; `from` and `committedAt` in milliseconds since 1970 UTC. */
export function toResetEvent(
  { exchange, symbol, interval }: SeriesName,
  from: number,
  committedAt: number,
  path: string,
) {
  const series = { exchange, symbol, interval };
  const start = formatDateTime(from);
  const query = { method: 'POST', path, body: { ...series, start } };
  return {
    event: 'reset',
    symbol,
    timestamp: formatDateTime(committedAt),
    data: { ...series, from: start, query },
  };
}
