import { messageProblem } from '../../../../test/asyncapi-messages';
import type { EventStreamReader } from './event-stream-reader';

interface Message {
  /** Of CloudEvents. */
  readonly type?: string;
  /** Of what is said of the stream itself. */
  readonly event?: string;
}

/** Everything that was read from `/api/v1/events` is a message of the AsyncAPI document, and is named by its kind. */
export function expectDeclaredEvents(readers: readonly EventStreamReader[]): void {
  for (const { event, data } of readers.flatMap(({ events }) => events)) {
    const message = JSON.parse(data) as Message;
    expect(messageProblem('events', message)).toBeUndefined();
    expect(message.type?.replace(/^candelabra\./, '') ?? message.event).toBe(event);
  }
}
