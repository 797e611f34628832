import { EVENT_KINDS } from '#domain/events/events';
import { EVENT_STREAM_MESSAGES } from '../streams/events/event-stream-messages.schema';
import {
  apiServer,
  type AsyncApiPart,
  channelMessages,
  declaredMessages,
  messageReferences,
} from './asyncapi-part';
import { messageKeyOf } from './event-channels';

const CHANNEL = 'events';

/** `reset` is EventsReset. */
const keyOf = (name: string) => `Events${messageKeyOf(name)}`;

/** All events as server-sent events, whose messages are those of the other transports, and what is said of the stream itself. */
export function eventStreamChannel(): AsyncApiPart {
  const keys = [...EVENT_KINDS.map(messageKeyOf), ...EVENT_STREAM_MESSAGES.map(({ name }) => keyOf(name))];
  return {
    servers: { http: apiServer('http', ['bearerAuth']) },
    channels: {
      [CHANNEL]: {
        address: '/api/v1/events',
        title: 'Events over HTTP',
        description:
          'Server-sent events, on any replica: `event` is the kind, `data` an event, `id` the position of its commit, on the last event of it alone. ' +
          'With the header `Last-Event-ID` the stream begins with what was missed within 24 hours, else with `reset`. With EVENTS=off the answer is 409.',
        servers: [{ $ref: '#/servers/http' }],
        messages: channelMessages(keys),
      },
    },
    operations: {
      streamEvents: {
        action: 'send',
        summary: 'Every event, or those of some kinds, an exchange or a symbol, as they are committed.',
        channel: { $ref: `#/channels/${CHANNEL}` },
        messages: messageReferences(CHANNEL, keys),
        bindings: { http: { method: 'GET', query: query(), bindingVersion: '0.3.0' } },
      },
    },
    components: {
      ...declaredMessages(EVENT_STREAM_MESSAGES, keyOf, 'of a stream of events'),
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function query(): object {
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    properties: {
      kind: text(`Kinds of events, comma separated, of ${EVENT_KINDS.join(', ')}; all of them unless given`),
      exchange: text('Events of this exchange alone, matched verbatim'),
      symbol: text('Events of this symbol alone, matched verbatim'),
    },
  };
}
