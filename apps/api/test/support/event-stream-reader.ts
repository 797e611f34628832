import { type IncomingMessage, request } from 'node:http';
import { untilClose, untilEvent } from './received';
import { tokenFor } from './token';

export interface StreamEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

export interface Kline {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
  readonly open_time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly is_closed: boolean;
}

interface OpenOptions {
  readonly lastEventId?: string;
  readonly token?: string;
  /** Cuts the connection after so many events. */
  readonly most?: number;
}

const FIELD = /^(event|id|data|retry): (.*)$/;

/** A client of a stream of events that accepts what the standard's parser does, and nothing that it would ignore. */
export class EventStreamReader {
  readonly events: StreamEvent[] = [];
  readonly klines: Kline[] = [];
  comments = 0;
  retry: number | undefined;
  lastEventId = '';
  isClosed = false;
  private unread = '';

  private constructor(
    private readonly response: IncomingMessage,
    private readonly most: number,
  ) {
    response.setEncoding('utf8').on('data', (text: string) => this.read(text));
    response.on('error', () => undefined);
    response.on('close', () => (this.isClosed = true));
  }

  /** Rejects when the answer is not a stream. */
  static async open(
    url: string,
    query: Readonly<Record<string, string>>,
    options: OpenOptions = {},
  ): Promise<EventStreamReader> {
    return EventStreamReader.openAt(
      `${url}/api/v1/streams/ohlcv?${new URLSearchParams(query).toString()}`,
      options,
    );
  }

  /** Of any stream of events. */
  static async openAt(address: string, options: OpenOptions = {}): Promise<EventStreamReader> {
    const { lastEventId, token = tokenFor(), most = Infinity } = options;
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(address, { headers, agent: false }, resolve).on('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`The stream was answered ${response.statusCode}`);
    const type = response.headers['content-type'];
    if (type !== 'text/event-stream; charset=utf-8') throw new Error(`The stream has the type ${type}`);
    const reader = new EventStreamReader(response, most);
    reader.lastEventId = lastEventId ?? '';
    return reader;
  }

  /** The first event of the name, now or within the time. */
  event(name: string, seconds?: number): Promise<StreamEvent> {
    return untilEvent(this.events, name, seconds);
  }

  /** A candle that was received with such a close. */
  close(text: string, seconds?: number): Promise<Kline> {
    return untilClose(() => this.klines, text, seconds);
  }

  pause(): void {
    this.response.pause();
  }

  cut(): void {
    this.response.destroy();
  }

  private read(text: string): void {
    if (this.events.length >= this.most) return;
    this.unread += text;
    for (;;) {
      const end = this.unread.indexOf('\n\n');
      if (end < 0) return;
      this.readBlock(this.unread.slice(0, end).split('\n'));
      this.unread = this.unread.slice(end + 2);
      if (this.events.length >= this.most) {
        this.cut();
        return;
      }
    }
  }

  private readBlock(lines: readonly string[]): void {
    const fields: Record<string, string | undefined> = {};
    for (const line of lines) {
      if (line.startsWith(':')) {
        this.comments++;
        continue;
      }
      const [, name, value] = FIELD.exec(line) ?? [];
      if (!name) throw new Error(`A line of the stream is none: ${JSON.stringify(line)}`);
      if (fields[name] !== undefined) throw new Error(`An event has two of ${name}: ${lines.join('\n')}`);
      fields[name] = value;
    }
    if (fields.retry !== undefined) this.retry = Number(fields.retry);
    if (fields.id !== undefined) this.lastEventId = fields.id;
    if (fields.data === undefined) return;
    const { event = 'message', data } = fields;
    this.events.push({ event, id: this.lastEventId, data });
    if (event === 'kline') this.klines.push((JSON.parse(data) as { data: Kline }).data);
  }
}

/** Opens readers as `EventStreamReader.open` does; they are cut after each test. */
export function readersOfTests(): typeof EventStreamReader.open {
  const readers: EventStreamReader[] = [];
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.cut();
  });
  return async (url, query, options) => {
    const reader = await EventStreamReader.open(url, query, options);
    readers.push(reader);
    return reader;
  };
}
