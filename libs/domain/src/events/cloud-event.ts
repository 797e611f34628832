import { formatDateTime } from '#engine/market/parse-time';
import { declarationOf, type EventData, type EventKind, type RecordedEvent } from './events';

const TYPE_PREFIX = 'candelabra.';

/** An event as it is published: CloudEvents 1.0, JSON format, structured mode. */
export interface CloudEvent<Kind extends EventKind = EventKind> {
  readonly specversion: '1.0';
  /** Of one content: a consumer that has seen it with this source may drop it. */
  readonly id: string;
  readonly source: string;
  readonly type: `${typeof TYPE_PREFIX}${Kind}`;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly dataschema: string;
  readonly data: EventData<Kind>;
}

/** An envelope, and the NATS subject that it is published under. */
export interface AddressedEvent {
  readonly natsSubject: string;
  readonly event: CloudEvent;
}

/** Of a deployment, as `source`. */
export function eventSource(deployment: string): string {
  return `/candelabra/${deployment}`;
}

export function eventType<Kind extends EventKind>(kind: Kind): CloudEvent<Kind>['type'] {
  return `${TYPE_PREFIX}${kind}`;
}

/** The identifier of the schema of `data`: of another version when the form changes. */
export function dataSchemaOf(kind: EventKind): string {
  return `urn:candelabra:event:${kind}:${declarationOf(kind).version}`;
}

/** The envelopes of a recorded row, in their order. */
export function toCloudEvents({ kind, recordedAt, data }: RecordedEvent, source: string): AddressedEvent[] {
  return declarationOf(kind)
    .unfold(data)
    .map((item) => toCloudEvent(kind, recordedAt, item as EventData, source));
}

/** The envelope of one event. `committedAt`: when the database wrote what it reports, in whole milliseconds. */
export function toCloudEvent(
  kind: EventKind,
  committedAt: Date,
  data: EventData,
  source: string,
): AddressedEvent {
  const { scope, resource, identity } = declarationOf(kind);
  const parts = PARTS[scope].map((name) => encodePart((data as Record<string, string | number>)[name]));
  const id = [kind, ...identity(data).map(encodePart), committedAt.getTime()].join('.');
  const event: CloudEvent = {
    specversion: '1.0',
    id,
    source,
    type: eventType(kind),
    subject: (resource === undefined ? parts : [resource, ...parts]).join('/'),
    time: formatDateTime(committedAt.getTime()),
    datacontenttype: 'application/json',
    dataschema: dataSchemaOf(kind),
    data,
  };
  return { natsSubject: [eventType(kind), ...parts].join('.'), event };
}

/** The NATS subjects of a kind; what the events name is in braces. */
export function natsSubjectTemplate(kind: EventKind): string {
  return [eventType(kind), ...PARTS[declarationOf(kind).scope].map((name) => `{${name}}`)].join('.');
}

/** What a subject names, by the scope of the event. */
const PARTS = {
  series: ['exchange', 'symbol', 'interval'],
  symbol: ['exchange', 'symbol'],
  resource: ['id'],
} as const;

/** Percent-encoded in UTF-8 but for letters, digits, `-` and `_`: no separator of NATS subjects or of ids is left. */
function encodePart(part: string | number): string {
  return encodeURIComponent(part).replace(
    /[.!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
