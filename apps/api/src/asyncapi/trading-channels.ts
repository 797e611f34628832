import { type TradingKind, TRADING_KINDS } from '#domain/trading/trading-delivery';
import { type AsyncApiPart, channelMessages, messageReferences } from './asyncapi-part';
import { messageKeyOf } from './event-channels';
import { TRADING_MESSAGES } from './trading-messages.schema';

const channelOf = (kind: TradingKind) => `trading${messageKeyOf(kind)}`;
const bareKeyOf = (kind: TradingKind) => `Trading${messageKeyOf(kind)}`;
const eventKeyOf = (kind: TradingKind) => `${bareKeyOf(kind)}Event`;

/** What workers consume from the broker: fills and positions, each bare or as a CloudEvent. */
export function tradingChannels(): AsyncApiPart {
  const each = <T>(build: (kind: TradingKind) => readonly (readonly [string, T])[]) =>
    Object.fromEntries(TRADING_KINDS.flatMap(build));
  return {
    servers: {},
    channels: each((kind) => [[channelOf(kind), channel(kind)]]),
    operations: each((kind) => [[`receive${bareKeyOf(kind)}`, operation(kind)]]),
    components: {
      messages: each((kind) => [
        [bareKeyOf(kind), bareMessage(kind)],
        [eventKeyOf(kind), eventMessage(kind)],
      ]),
      schemas: each((kind) => [
        [bareKeyOf(kind), TRADING_MESSAGES[kind].schema],
        [eventKeyOf(kind), envelopeSchema(kind)],
      ]),
    },
  };
}

function channel(kind: TradingKind): object {
  return {
    address: `trading.${kind}.{account}`,
    title: `${TRADING_MESSAGES[kind].title}s that are received`,
    description:
      'Durable: read from the JetStream stream that has the subject, TRADING unless an operator made another one. A message that comes again ' +
      'changes nothing; one that is wrong becomes a dead letter.',
    servers: [{ $ref: '#/servers/nats' }],
    parameters: {
      account: {
        description: 'The account of the content, verbatim or percent-encoded in UTF-8',
        examples: ['main'],
      },
    },
    messages: channelMessages([bareKeyOf(kind), eventKeyOf(kind)]),
  };
}

function operation(kind: TradingKind): object {
  return {
    action: 'receive',
    summary: TRADING_MESSAGES[kind].summary,
    channel: { $ref: `#/channels/${channelOf(kind)}` },
    messages: messageReferences(channelOf(kind), [bareKeyOf(kind), eventKeyOf(kind)]),
  };
}

function bareMessage(kind: TradingKind): object {
  const { title, summary, example } = TRADING_MESSAGES[kind];
  return {
    name: kind,
    title,
    summary: `${summary} Without an envelope it counts as stated when the stream stored it.`,
    contentType: 'application/json',
    payload: { $ref: `#/components/schemas/${bareKeyOf(kind)}` },
    examples: [{ name: bareKeyOf(kind), payload: example }],
  };
}

function eventMessage(kind: TradingKind): object {
  const { title, summary, example } = TRADING_MESSAGES[kind];
  const payload = {
    specversion: '1.0',
    id: `${kind}-28457-1`,
    source: '/bots/sma-cross',
    type: `trading.${kind}`,
    time: '2024-01-02T00:00:05Z',
    datacontenttype: 'application/json',
    data: example,
  };
  return {
    name: `trading.${kind}`,
    title: `${title} as a CloudEvent`,
    summary: `${summary} The envelope's time is when its content was stated: the latest one counts.`,
    contentType: 'application/cloudevents+json',
    payload: { $ref: `#/components/schemas/${eventKeyOf(kind)}` },
    examples: [{ name: eventKeyOf(kind), payload }],
  };
}

/** CloudEvents 1.0, JSON format; further attributes are ignored. */
function envelopeSchema(kind: TradingKind): object {
  const text = (description: string, more: object = {}) => ({
    type: 'string',
    minLength: 1,
    description,
    ...more,
  });
  return {
    type: 'object',
    required: ['specversion', 'id', 'source', 'type', 'data'],
    properties: {
      specversion: { const: '1.0', description: 'Version of CloudEvents' },
      id: text('Names the event for its sender: what counts is the content'),
      source: text('Who sent it'),
      type: text('Kind of the event, by its sender'),
      time: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When the sender stated this content; without it, when the stream stored the message',
      },
      data: { $ref: `#/components/schemas/${bareKeyOf(kind)}` },
    },
  };
}
