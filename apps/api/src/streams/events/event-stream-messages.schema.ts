import {
  type DeclaredMessage,
  event,
  farewells,
  object,
  text,
  time,
} from '../web-socket/declared-message.schema';
import { POSITION } from './events.dto';

/** What `GET /api/v1/events` sends beside events: their names are those of the server-sent events, and no kinds. */
export const EVENT_STREAM_MESSAGES: readonly DeclaredMessage[] = [
  {
    name: 'reset',
    summary:
      'Events after the last one received are not kept any more: read again what you keep; what is kept follows',
    schema: object({
      event: event('reset'),
      timestamp: time('When it was sent'),
      data: object({
        last_event_id: text('The Last-Event-ID of the request, or the last position reached', {
          pattern: POSITION.source,
        }),
        position: { type: 'integer', minimum: 0, description: 'The position after which the stream goes on' },
      }),
    }),
    example: {
      event: 'reset',
      timestamp: '2024-01-02T00:00:03.123Z',
      data: { last_event_id: '411', position: 90_411 },
    },
  },
  ...farewells({
    expired: 'The token has expired; the stream ends',
    dropped: 'The reader is too slow; the stream ends',
    shutdown: 'The server stops; connect again with the last id',
  }),
];
