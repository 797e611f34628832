import type { EventFilter } from '#domain/events/event-reader';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import { formatDateTime } from '#engine/market/parse-time';
import type { ListedStream } from '../stream-register';
import { toOpenStream } from '../streams.dto';

/** A stream of events, as `GET streams/active` shows it: its filter is what it follows. */
export class ListedEventStream implements ListedStream {
  private readonly openedAt = formatDateTime(Date.now());
  eventsSent = 0;

  constructor(
    private readonly identity: { readonly id: string; readonly instance: string },
    private readonly filter: EventFilter,
  ) {}

  toRecord(): OpenStream {
    const { openedAt, eventsSent } = this;
    const { exchange = null, symbol = null } = this.filter;
    const name = { exchange, symbol, interval: null };
    return toOpenStream({ ...this.identity, type: 'sse', name, openedAt, eventsSent });
  }
}
