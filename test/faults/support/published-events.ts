import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { CloudEvent } from '#domain/events/cloud-event';
import { natsOptions } from '#messaging/broker/nats-options';
import { EVENT_STREAM } from '#messaging/broker/event-stream';
import { messageProblem } from '../../asyncapi-messages';

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
    if (state.messages === 0) return { events: [], repeated: 0, problems };
    const consumer = await stream.getConsumer();
    for await (const message of await consumer.consume()) {
      const event = message.json<CandleEvent>();
      const problem = messageProblem('events', event);
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
