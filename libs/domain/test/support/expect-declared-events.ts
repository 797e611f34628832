import { eventSource, toCloudEvents } from '#domain/events/cloud-event';
import type { RecordedEvent } from '#domain/events/events';
import { messageProblem } from '../../../../test/asyncapi-messages';

/** What is published of the recorded events is as the AsyncAPI document declares it. */
export function expectDeclaredEvents(recorded: readonly RecordedEvent[]): void {
  for (const { event } of recorded.flatMap((each) => toCloudEvents(each, eventSource('default')))) {
    expect(messageProblem('events', JSON.parse(JSON.stringify(event)) as object)).toBeUndefined();
  }
}
