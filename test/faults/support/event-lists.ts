import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { EVENT_STREAM } from '#messaging/broker/event-stream';
import { natsOptions } from '#messaging/broker/nats-options';
import type { CandleEvent } from './published-events';
import { SseClient } from './sse-client';

/** Events of candles in the order in which a client received them, each id once. */
export class EventList {
  private readonly events = new Map<string, CandleEvent>();

  add(event: CandleEvent): void {
    if (!this.events.has(event.id)) this.events.set(event.id, event);
  }

  get size(): number {
    return this.events.size;
  }

  /** `id open_time close revision` of each. */
  linesOf(symbol: string): string[] {
    return this.ofSeries(symbol).map(({ id, data }) =>
      [id, data.open_time, data.close, data.revision].join(' '),
    );
  }

  /** The newest close of each candle by open time, in the order in which the candles came first. */
  closesOf(symbol: string): [string, string][] {
    return [...new Map(this.ofSeries(symbol).map(({ data }) => [data.open_time, data.close]))];
  }

  private ofSeries(symbol: string): CandleEvent[] {
    return [...this.events.values()].filter(({ data }) => data.symbol === symbol);
  }
}

/** Reads candle events over HTTP; goes to the next address whenever it reconnects. */
export function readHttpEvents(urls: readonly string[]): {
  readonly list: EventList;
  readonly client: SseClient;
} {
  const list = new EventList();
  const path = '/api/v1/events?kind=candle.closed,candle.corrected';
  const client = new SseClient(urls, path, (_name, data) => list.add(JSON.parse(data) as CandleEvent));
  return { list, client };
}

/** The name of the first event that a stream of all events has after this position. */
export async function firstEventName(apiUrl: string, after: number): Promise<string> {
  let client: SseClient | undefined;
  const name = await new Promise<string>((resolve) => {
    client = new SseClient([apiUrl], '/api/v1/events', resolve, String(after));
  });
  await client?.stop();
  return name;
}

/** Reads candle events of the broker, from the first one on, as they come. */
export async function readNatsEvents(
  natsUrl: string,
): Promise<{ readonly list: EventList; readonly connection: NatsConnection }> {
  const list = new EventList();
  const connection = await connect(natsOptions(natsUrl));
  const consumer = await jetstream(connection).consumers.get(EVENT_STREAM, {
    filter_subjects: ['candelabra.candle.closed.>', 'candelabra.candle.corrected.>'],
  });
  const messages = await consumer.consume({ callback: (message) => list.add(message.json<CandleEvent>()) });
  void messages.closed();
  return { list, connection };
}
