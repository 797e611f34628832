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

/** The events on NATS, a channel for each kind, and all of them as server-sent events. */
export function eventChannels(): AsyncApiPart {
  return {
    servers: {
      nats: {
        host: '{host}',
        protocol: 'nats',
        description:
          'The broker of NATS_URL. Everything is kept in the JetStream stream CANDELABRA, in the order of the commits of a series. ' +
          'An event may come again: the header Nats-Msg-Id and the `id` name it, and the broker forgets them after two minutes.',
        variables: { host: { default: 'nats:4222', description: 'Host and port of NATS_URL' } },
      },
      http: {
        host: '{host}',
        protocol: 'http',
        description: 'The service that serves this document',
        variables: { host: { default: '127.0.0.1:8003', description: 'Host and port of the API' } },
        security: [{ $ref: '#/components/securitySchemes/bearerAuth' }],
      },
    },
    channels: Object.fromEntries([...EVENT_KINDS.map(natsChannel), ['events', httpChannel()]]),
    operations: Object.fromEntries([...EVENT_KINDS.map(natsOperation), ['streamEvents', httpOperation()]]),
    components: {
      messages: Object.fromEntries(EVENT_KINDS.map((kind) => [nameOf(kind), message(kind)])),
      schemas: Object.fromEntries(
        EVENT_KINDS.flatMap((kind) => [
          [nameOf(kind), envelopeSchema(kind)],
          [`${nameOf(kind)}Data`, objectSchema(declarationOf(kind).fields)],
        ]),
      ),
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** `candle.closed` is CandleClosed. */
function nameOf(kind: EventKind): string {
  return kind.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function messageReferences(channel: string, kinds: readonly EventKind[]): object[] {
  return kinds.map((kind) => ({ $ref: `#/channels/${channel}/messages/${nameOf(kind)}` }));
}

function natsChannel(kind: EventKind): [string, object] {
  const address = natsSubjectTemplate(kind);
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const channel = {
    address,
    title: declarationOf(kind).title,
    servers: [{ $ref: '#/servers/nats' }],
    parameters: Object.fromEntries(names.map((name) => [name, PARAMETERS[name]])),
    messages: { [nameOf(kind)]: { $ref: `#/components/messages/${nameOf(kind)}` } },
  };
  return [nameOf(kind), channel];
}

function natsOperation(kind: EventKind): [string, object] {
  const channel = nameOf(kind);
  const operation = {
    action: 'send',
    summary: declarationOf(kind).summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: messageReferences(channel, [kind]),
  };
  return [`publish${channel}`, operation];
}

function httpChannel(): object {
  return {
    address: '/api/v1/events',
    title: 'Events over HTTP',
    description:
      'Server-sent events, on any replica: `data` is an event, `id` its position. `Last-Event-ID` resumes within 24 hours.',
    servers: [{ $ref: '#/servers/http' }],
    messages: Object.fromEntries(
      EVENT_KINDS.map((kind) => [nameOf(kind), { $ref: `#/components/messages/${nameOf(kind)}` }]),
    ),
  };
}

function httpOperation(): object {
  return {
    action: 'send',
    summary: 'Every event, or those of some kinds, an exchange or a symbol, as they are committed.',
    channel: { $ref: '#/channels/events' },
    messages: messageReferences('events', EVENT_KINDS),
    bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
  };
}

function message(kind: EventKind): object {
  const { title, summary, example } = declarationOf(kind);
  const { event } = toCloudEvent(kind, EXAMPLE_TIME, example as EventData, eventSource('default'));
  return {
    name: eventType(kind),
    title,
    summary,
    contentType: CLOUD_EVENT,
    payload: { $ref: `#/components/schemas/${nameOf(kind)}` },
    examples: [{ name: nameOf(kind), payload: event }],
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
    data: { $ref: `#/components/schemas/${nameOf(kind)}Data` },
  };
  return { type: 'object', required: Object.keys(properties), properties };
}
