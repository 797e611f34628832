import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import Ajv from 'ajv';
import type { CloudEvent } from '#domain/events/cloud-event';
import { natsOptions } from '#messaging/broker/nats-options';
import { EVENT_STREAM } from '#messaging/broker/event-stream';

export type CandleEvent = CloudEvent<'candle.closed' | 'candle.corrected'>;

export interface PublishedEvents {
  /** As a consumer keeps them: the first of each id, in the order of the stream. */
  readonly events: readonly CandleEvent[];
  /** Messages whose id the stream had before. */
  readonly repeated: number;
  /** By the schemas of asyncapi.json, and by the message's own id and subject. */
  readonly problems: readonly string[];
}

/** Everything that the stream holds, as a consumer reads it. */
export async function readPublished(natsUrl: string): Promise<PublishedEvents> {
  const connection = await connect(natsOptions(natsUrl));
  try {
    const stream = await jetstream(connection).streams.get(EVENT_STREAM);
    const { state } = await stream.info();
    const events = new Map<string, CandleEvent>();
    const problems: string[] = [];
    const problemOf = eventProblems();
    if (state.messages === 0) return { events: [], repeated: 0, problems };
    const consumer = await stream.getConsumer();
    for await (const message of await consumer.consume()) {
      const event = message.json<CandleEvent>();
      const problem = problemOf(event);
      if (problem !== undefined) problems.push(problem);
      if (message.headers?.get('Nats-Msg-Id') !== event.id) problems.push(`${message.seq} has another id`);
      if (!message.subject.startsWith(`${event.type}.`))
        problems.push(`${event.id} is on ${message.subject}`);
      if (!events.has(event.id)) events.set(event.id, event);
      if (message.seq >= state.last_seq) break;
    }
    return { events: [...events.values()], repeated: state.messages - events.size, problems };
  } finally {
    await connection.close();
  }
}

function eventProblems(): (event: CandleEvent) => string | undefined {
  const document = JSON.parse(readFileSync(join(__dirname, '../../../asyncapi.json'), 'utf8')) as {
    components: { messages: Record<string, { name: string; payload: { $ref: string } }> };
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const schemas = new Map(
    Object.values(document.components.messages).map(({ name, payload }) => [name, `document${payload.$ref}`]),
  );
  return (event) => {
    const validate = ajv.getSchema(schemas.get(event.type) ?? '');
    if (!validate) return `${event.id}: unknown type ${event.type}`;
    return validate(event) ? undefined : `${event.id}: ${ajv.errorsText(validate.errors)}`;
  };
}
