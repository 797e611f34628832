import { Inject, Injectable } from '@nestjs/common';
import type { EventFilter } from '#domain/events/event-reader';
import { EventTail } from '#messaging/events/event-tail';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError } from '../../http/api-error';
import type { EventStream } from '../../http/event-streams/event-stream';
import { EventStreams } from '../../http/event-streams/event-streams';
import { StreamRegister } from '../stream-register';
import { EventFeed } from './event-feed';
import { ListedEventStream } from './listed-event-stream';
import type { EventsQuery } from './events.dto';

/** Streams recorded events, each from a position on. */
@Injectable()
export class EventsService {
  constructor(
    private readonly tail: EventTail,
    private readonly feed: EventFeed,
    private readonly streams: EventStreams,
    private readonly register: StreamRegister,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Throws where nothing is recorded: a stream that stays empty for ever would look like a quiet market. */
  requireRecording(): void {
    if (this.environment.events === 'on') return;
    throw new ApiError({ status: 409, detail: 'No events are recorded here: EVENTS is off' });
  }

  /** From the position after which the client wants to go on, or from now on. */
  async open(query: EventsQuery, known: number | undefined, stream: EventStream): Promise<void> {
    const use = await this.tail.use();
    stream.onClose(() => use.release());
    if (stream.isOver()) {
      use.release();
      return;
    }
    const filter: EventFilter = { kinds: query.kind, exchange: query.exchange, symbol: query.symbol };
    const listed = new ListedEventStream(this.register.newStream(), filter);
    this.streams.open(stream);
    this.register.add(listed);
    stream.onClose(() => this.register.remove(listed));
    await this.feed.send(stream, known ?? use.position, filter, (events) => (listed.eventsSent += events));
  }
}
