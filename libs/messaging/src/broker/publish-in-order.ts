import { jetstream, JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { AddressedEvent } from '#domain/events/cloud-event';
import { EVENT_STREAM } from './event-stream';

/** The broker's own limit is 10,000 messages that it has not stored yet, over all who publish. */
const MOST_UNACKNOWLEDGED = 512;
const ACKNOWLEDGE_MILLISECONDS = 5_000;

/** What the broker answers where the stream's last message is not the one that was named (its errors.json). */
const WRONG_LAST_ID = 10_070;

/** Whether a chain broke: somebody else publishes to the stream, too, or what is before was not stored. */
export function isBrokenChain(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_LAST_ID;
}

/**
 * Publishes events in their order and answers when all of them are stored. Many are on their way at a time, and each names the one before
 * it: the broker refuses what would follow a hole. So after a failure nothing later is stored without what is before it, and the same
 * events may be published again: the broker drops those it has. `isChained` false, where others publish to the stream, too: one is on
 * its way at a time.
 */
export async function publishInOrder(
  connection: NatsConnection,
  events: readonly AddressedEvent[],
  { isChained }: { readonly isChained: boolean },
): Promise<void> {
  const client = jetstream(connection, { timeout: ACKNOWLEDGE_MILLISECONDS });
  const unacknowledged: Promise<PubAck>[] = [];
  let before: string | undefined;
  for (const { natsSubject, event } of events) {
    const header = headers();
    header.set('Content-Type', 'application/cloudevents+json');
    const stored = client.publish(natsSubject, JSON.stringify(event), {
      msgID: event.id,
      headers: header,
      expect: { streamName: EVENT_STREAM, ...(before !== undefined && { lastMsgID: before }) },
    });
    // It is awaited below, perhaps after an earlier one has failed.
    stored.catch(() => undefined);
    unacknowledged.push(stored);
    if (isChained) before = event.id;
    if (unacknowledged.length >= (isChained ? MOST_UNACKNOWLEDGED : 1)) await unacknowledged.shift();
  }
  for (const stored of unacknowledged) await stored;
}
