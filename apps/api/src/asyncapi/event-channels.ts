import {
  dataSchemaOf,
  eventSource,
  eventType,
  natsSubjectTemplate,
  toCloudEvent,
} from '#domain/events/cloud-event';
import { type JsonSchema, objectSchema } from '#domain/events/event-fields';
import { declarationOf, EVENT_KINDS, type EventData, type EventKind } from '#domain/events/events';
import type { AsyncApiPart } from './asyncapi-part';

const CLOUD_EVENT = 'application/cloudevents+json';
const EXAMPLE_TIME = new Date('2024-01-02T00:00:03Z');

const PARAMETERS: Readonly<Record<string, { readonly description: string; readonly examples: string[] }>> = {
  exchange: { description: 'Exchange, percent-encoded', examples: ['binance'] },
  symbol: {
    description: 'Symbol, percent-encoded in UTF-8 but for letters, digits, - and _',
    examples: ['BTC%2FUSDT'],
  },
  interval: { description: 'Length of a candle', examples: ['1m'] },
  id: { description: 'Identifier of the resource', examples: ['42'] },
};

/** The events and their forms, and on NATS a channel for each kind. */
export function eventChannels(): AsyncApiPart {
  return {
    servers: {
      nats: {
        host: '{host}',
        protocol: 'nats',
        description:
          'The broker of NATS_URL. Everything that is published is kept in the JetStream stream CANDELABRA, in the order of the commits of a series. ' +
          'An event may come again: the header Nats-Msg-Id and the `id` name it, and the broker forgets them after two minutes.',
        variables: { host: { default: 'nats:4222', description: 'Host and port of NATS_URL' } },
      },
    },
    channels: Object.fromEntries(EVENT_KINDS.map(natsChannel)),
    operations: Object.fromEntries(EVENT_KINDS.map(natsOperation)),
    components: {
      messages: Object.fromEntries(EVENT_KINDS.map((kind) => [messageKeyOf(kind), message(kind)])),
      schemas: Object.fromEntries(
        EVENT_KINDS.flatMap((kind) => [
          [messageKeyOf(kind), envelopeSchema(kind)],
          [`${messageKeyOf(kind)}Data`, objectSchema(declarationOf(kind).fields)],
        ]),
      ),
    },
  };
}

/** `candle.closed` is CandleClosed. */
export function messageKeyOf(kind: string): string {
  return kind.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function natsChannel(kind: EventKind): [string, object] {
  const address = natsSubjectTemplate(kind);
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const channel = {
    address,
    title: declarationOf(kind).title,
    servers: [{ $ref: '#/servers/nats' }],
    parameters: Object.fromEntries(names.map((name) => [name, PARAMETERS[name]])),
    messages: { [messageKeyOf(kind)]: { $ref: `#/components/messages/${messageKeyOf(kind)}` } },
  };
  return [messageKeyOf(kind), channel];
}

function natsOperation(kind: EventKind): [string, object] {
  const channel = messageKeyOf(kind);
  const operation = {
    action: 'send',
    summary: declarationOf(kind).summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: [{ $ref: `#/channels/${channel}/messages/${channel}` }],
  };
  return [`publish${channel}`, operation];
}

function message(kind: EventKind): object {
  const { title, summary, example } = declarationOf(kind);
  const { event } = toCloudEvent(kind, EXAMPLE_TIME, example as EventData, eventSource('default'));
  return {
    name: eventType(kind),
    title,
    summary,
    contentType: CLOUD_EVENT,
    payload: { $ref: `#/components/schemas/${messageKeyOf(kind)}` },
    examples: [{ name: messageKeyOf(kind), payload: event }],
  };
}

/** CloudEvents 1.0, JSON format, with what is the same in every event of the kind. */
function envelopeSchema(kind: EventKind): JsonSchema {
  const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
  const properties = {
    specversion: { const: '1.0', description: 'Version of CloudEvents' },
    id: text('Names one content of one source: an event that comes again has it again', {
      pattern: `^${kind.replaceAll('.', '\\.')}\\.`,
    }),
    source: text('The deployment that published it', { pattern: '^/candelabra/[A-Za-z0-9_-]{1,64}$' }),
    type: { const: eventType(kind), description: 'Kind of the event' },
    subject: text('What it is of: exchange/symbol/interval, percent-encoded, or resource/id', {
      minLength: 1,
    }),
    time: text('When the database wrote what it reports, in UTC', { format: 'date-time', pattern: 'Z$' }),
    datacontenttype: { const: 'application/json', description: 'Content type of data' },
    dataschema: {
      const: dataSchemaOf(kind),
      description: 'Names the form of data; another version when a field is removed or changes its meaning',
    },
    data: { $ref: `#/components/schemas/${messageKeyOf(kind)}Data` },
  };
  return { type: 'object', required: Object.keys(properties), properties };
}
