import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EventStreams } from '../http/event-streams/event-streams';
import { errorAnswer, Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { ActiveStreams, EVENT_ID, OhlcvStreamQuery, toPosition, WebSocketQuery } from './streams.dto';
import { StreamsService } from './streams.service';
import { WebSockets } from './web-socket/web-sockets';

const STREAM_EXAMPLE =
  'retry: 3000\n\nevent: kline\nid: 1704153600000.1704240000123\ndata: {"event":"kline","symbol":"SPX",' +
  '"timestamp":"2024-01-03T00:00:00.123Z","data":{"exchange":"us","symbol":"SPX","interval":"1d",' +
  '"open_time":"2024-01-02T00:00:00Z","open":"100.50","high":"103.00","low":"99.10","close":"102.75","volume":"12500",' +
  '"is_closed":true}}\n\n';

@ApiTags('Streams')
@Controller('api/v1/streams')
export class StreamsController {
  constructor(
    private readonly service: StreamsService,
    private readonly streams: EventStreams,
    private readonly webSockets: WebSockets,
  ) {}

  @Get('active')
  @Operation({
    summary: 'List open streams',
    description: 'The streams that are open now, over all replicas.',
    answer: { description: 'The open streams', type: ActiveStreams },
  })
  listActiveStreams() {
    return this.service.active();
  }

  @Get('ohlcv')
  @ApiHeader({
    name: 'Last-Event-ID',
    description:
      'The id of the last event received: what was missed since then comes first. `<open time>.<commit time>` in milliseconds since ' +
      '1970; while what was missed is being sent, a third part, the open time of the candle just sent, so that a connection that ' +
      'breaks there goes on from it.',
    required: false,
    schema: { type: 'string', pattern: EVENT_ID.source },
  })
  @Operation({
    summary: 'Stream candles',
    description:
      'Server-sent events: the last stored candle, then `kline` for every write of the series, by whomever and on whichever ' +
      'replica, in the order of the writes; a candle may come again with equal content. With Last-Event-ID it begins with what was ' +
      'missed, or with `reset` and the query to make where that is more than 10,000 candles or too long ago. A comment comes every 15 s. ' +
      'The stream ends with `expired` when the token does, with `dropped` when its reader is too slow, with `shutdown` when the ' +
      'server stops.',
    answer: {
      description: 'The stream',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM_EXAMPLE } },
    },
  })
  async streamCandlesticks(
    @CheckedQuery() query: OhlcvStreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const known = toPosition(lastEventId);
    const stream = this.streams.admit(request, response);
    if (stream) await this.service.open(query, known, stream);
  }

  @Get('ws')
  @ApiHeader({
    name: 'Sec-WebSocket-Protocol',
    description: 'bearer, and the token: for clients that set no Authorization. Answered with bearer.',
    required: false,
    schema: { type: 'string', example: 'bearer, <token>' },
  })
  @Operation({
    summary: 'Open a WebSocket',
    description:
      'The handshake of a WebSocket (RFC 6455) for candles of any series and tickers; asyncapi.json describes its messages. The ' +
      'token comes in Authorization, in Sec-WebSocket-Protocol or in the query, on this path alone. A socket counts as one ' +
      'stream, and each further subscription as one more. Close codes: 4400 message that is no JSON object, 1003 binary message, ' +
      '1007 invalid UTF-8, 1009 message over 64 KiB, 4401 expired token, 4408 idle or no answer to a ping, 4429 limit of streams ' +
      'or slow reader, 1001 the server stops.',
    status: 101,
    answer: { description: 'The connection is a WebSocket from now on' },
    otherAnswers: {
      400: errorAnswer('The handshake is not valid', 'Missing or invalid Sec-WebSocket-Key header'),
      403: errorAnswer(
        'A page of another origin',
        'Pages of this origin may open no WebSocket here; CORS_ORIGINS names those that may',
      ),
      426: errorAnswer(
        'No handshake of a WebSocket',
        'This is a WebSocket: send a handshake, with Connection: Upgrade and Upgrade: websocket',
      ),
    },
  })
  streamOverWebSocket(
    @CheckedQuery() _query: WebSocketQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    this.webSockets.open(request, response);
  }
}
