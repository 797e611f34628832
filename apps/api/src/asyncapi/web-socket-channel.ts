import { BEARER_PROTOCOL } from '../http/authentication/web-socket-tokens';
import { CLIENT_MESSAGES } from '../streams/web-socket/client-messages.schema';
import type { DeclaredMessage } from '../streams/web-socket/declared-message.schema';
import { SERVER_MESSAGES } from '../streams/web-socket/server-messages.schema';
import {
  apiServer,
  type AsyncApiPart,
  channelMessages,
  declaredMessages,
  messageReferences,
} from './asyncapi-part';
import { messageKeyOf } from './event-channels';

const CHANNEL = 'webSocket';
const CHANNEL_REFERENCE = { $ref: `#/channels/${CHANNEL}` };
const ERROR = 'error';
/** By the message that they answer. */
const ANSWERS: Readonly<Record<string, string>> = {
  subscribe: 'subscribed',
  unsubscribe: 'unsubscribed',
  ping: 'pong',
};

/** `subscribe` is WebSocketSubscribe. */
const keyOf = (name: string) => `WebSocket${messageKeyOf(name)}`;

/** The WebSocket of candles and tickers: a message for each that either side sends, and for requests what answers them. */
export function webSocketChannel(): AsyncApiPart {
  const messages = [...CLIENT_MESSAGES, ...SERVER_MESSAGES];
  const answers = [...Object.values(ANSWERS), ERROR];
  const pushed = SERVER_MESSAGES.map(({ name }) => name).filter((name) => !answers.includes(name));
  return {
    servers: { ws: apiServer('ws', ['bearerAuth', 'tokenInQuery']) },
    channels: { [CHANNEL]: channel(messages.map(({ name }) => keyOf(name))) },
    operations: {
      ...Object.fromEntries(CLIENT_MESSAGES.map(requestOperation)),
      pushToWebSocket: {
        action: 'send',
        summary: 'What is subscribed, as it is committed, and why the socket closes.',
        channel: CHANNEL_REFERENCE,
        messages: messageReferences(CHANNEL, pushed.map(keyOf)),
      },
    },
    components: {
      ...declaredMessages(messages, keyOf, 'on the WebSocket'),
      securitySchemes: {
        tokenInQuery: {
          type: 'httpApiKey',
          in: 'query',
          name: 'token',
          description: 'The token, for clients that can send it in no header; proxies may log it',
        },
      },
    },
  };
}

function channel(messageKeys: readonly string[]): object {
  return {
    address: '/api/v1/streams/ws',
    title: 'WebSocket of candles and tickers',
    description:
      'Each message is a JSON object in a text frame of at most 64 KiB. Messages of a client are answered one after another, in their order. ' +
      'Close codes: 1001 the process stops, 1003 binary message, 1007 invalid UTF-8, 1009 message over 64 KiB, 4400 no JSON object, ' +
      '4401 expired token, 4408 no subscription or no answer to a ping, 4429 limit of streams or slow reader.',
    servers: [{ $ref: '#/servers/ws' }],
    messages: channelMessages(messageKeys),
    bindings: { ws: handshake() },
  };
}

/** Where the token is: in one of these. */
function handshake(): object {
  const text = (description: string) => ({ type: 'string', description });
  const fields = (properties: object) => ({ type: 'object', properties });
  return {
    method: 'GET',
    query: fields({ token: text('The token, where no header has it') }),
    headers: fields({
      Authorization: text('Bearer and the token'),
      'Sec-WebSocket-Protocol': text(
        `${BEARER_PROTOCOL}, and the token, where Authorization has none; answered with ${BEARER_PROTOCOL}`,
      ),
    }),
    bindingVersion: '0.1.0',
  };
}

function requestOperation({ name, summary }: DeclaredMessage): [string, object] {
  const operation = {
    action: 'receive',
    summary,
    channel: CHANNEL_REFERENCE,
    messages: messageReferences(CHANNEL, [keyOf(name)]),
    reply: {
      channel: CHANNEL_REFERENCE,
      messages: messageReferences(CHANNEL, [ANSWERS[name], ERROR].map(keyOf)),
    },
  };
  return [`${name}OnWebSocket`, operation];
}
