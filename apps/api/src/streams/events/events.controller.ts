import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EventStreams } from '../../http/event-streams/event-streams';
import { errorAnswer, Operation } from '../../http/operation';
import { CheckedQuery } from '../../http/validation/pipes';
import { EventsQuery, POSITION, toPosition } from './events.dto';
import { EventsService } from './events.service';

const EXAMPLE =
  'retry: 3000\n\nid: 411\n\nevent: candle.closed\nid: 412\ndata: {"specversion":"1.0",' +
  '"id":"candle.closed.5999034496.17.1704067320123","source":"/candelabra/default","type":"candelabra.candle.closed",' +
  '"subject":"binance/BTC%2FUSDT/1m","time":"2024-01-01T00:02:00.123Z","datacontenttype":"application/json",' +
  '"dataschema":"urn:candelabra:event:candle.closed:1","data":{"id":5999034496,"exchange":"binance",' +
  '"symbol":"BTC/USDT","interval":"1m","open_time":"2024-01-01T00:00:00Z","open":"42283.58","high":"42298.62",' +
  '"low":"42261.02","close":"42298.61","volume":"35.92724","revision":17}}\n\n';

@ApiTags('Streams')
@Controller('api/v1/events')
export class EventsController {
  constructor(
    private readonly service: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    description: 'The id of the last event received, a position: what was missed since then comes first.',
    required: false,
    schema: { type: 'string', pattern: POSITION.source },
  })
  @Operation({
    summary: 'Stream events',
    description:
      'Server-sent events: what happens to the data, from now on, each as a CloudEvents 1.0 envelope in JSON under the name of its ' +
      'kind, at least once and in order per series. The id is a position in the table of events; of the events of one commit the ' +
      'last one has it. With Last-Event-ID the stream begins with what was missed, on whichever replica; where that is no longer ' +
      'kept (24 hours unless configured) with `reset`: read again what you keep. A comment comes every 15 s. The stream ends with ' +
      '`expired` when the token does, with `dropped` when its reader is too slow, with `shutdown` when the server stops.',
    answer: {
      description: 'The stream',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    },
    otherAnswers: {
      409: errorAnswer('Events are switched off', 'No events are recorded here: EVENTS is off'),
    },
  })
  async streamEvents(
    @CheckedQuery() query: EventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const known = toPosition(lastEventId);
    this.service.requireRecording();
    const stream = this.streams.admit(request, response);
    if (stream) await this.service.open(query, known, stream);
  }
}
