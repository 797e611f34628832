import { toCloudEvents } from '#domain/events/cloud-event';
import type { EventFilter, NumberedEvents } from '#domain/events/event-reader';
import type { EventKind, RecordedEvent } from '#domain/events/events';
import { eventText } from '../../http/event-streams/event-text';
import { toReset } from './events.dto';

/** What a row is sent as, in parts small enough to wait for the reader between them. */
interface EventFrames {
  readonly parts: readonly Buffer[];
  readonly events: number;
}

/** A part of a stream, and the rows that end in it. */
interface StreamPart {
  readonly part: Buffer;
  readonly complete: readonly {
    readonly position: number;
    readonly kind: EventKind;
    readonly events: number;
  }[];
}

const PART_LENGTH = 16_384;
const NOTHING: EventFrames = { parts: [], events: 0 };

/** Rows as server-sent events of CloudEvents envelopes. */
export class RowFrames {
  /** Most readers want whole rows, which are written once for all of them. */
  private readonly whole = new WeakMap<NumberedEvents, EventFrames>();

  /** `source` is that of the envelopes. */
  constructor(private readonly source: string) {}

  /** What a reader wants of rows: small ones are sent together. */
  *parts(rows: readonly NumberedEvents[], filter: EventFilter): Generator<StreamPart> {
    let buffers: Buffer[] = [];
    let complete: StreamPart['complete'][number][] = [];
    let length = 0;
    for (const row of rows) {
      const { parts, events } = this.of(row, filter);
      for (const [index, buffer] of parts.entries()) {
        buffers.push(buffer);
        length += buffer.length;
        if (index === parts.length - 1) {
          complete.push({ position: row.position, kind: row.events[0].kind, events });
        }
        if (length < PART_LENGTH) continue;
        yield { part: together(buffers, length), complete };
        [buffers, complete, length] = [[], [], 0];
      }
    }
    if (length > 0) yield { part: together(buffers, length), complete };
  }

  /** What a reader wants of a row. The last event has the position as its id: a stream that is cut before that begins the row anew. */
  private of(row: NumberedEvents, filter: EventFilter): EventFrames {
    const wanted = row.events.filter((event) => isWanted(event, filter));
    if (wanted.length === 0) return NOTHING;
    if (wanted.length < row.events.length) return this.build(wanted, row.position);
    const frames = this.whole.get(row) ?? this.build(row.events, row.position);
    this.whole.set(row, frames);
    return frames;
  }

  private build(events: readonly RecordedEvent[], position: number): EventFrames {
    const texts = events
      .flatMap((recorded) =>
        toCloudEvents(recorded, this.source).map(({ event }) => ({ kind: recorded.kind, event })),
      )
      .map(({ kind, event }, index, all) =>
        eventText(kind, JSON.stringify(event), index === all.length - 1 ? String(position) : undefined),
      );
    return { parts: inParts(texts), events: texts.length };
  }
}

/** The position alone: a client that is cut before its first event resumes here. */
export function positionFrame(position: number): Buffer {
  return Buffer.from(`id: ${position}\n\n`);
}

/** Says to a client that events after the last one that it knows are not kept any more. */
export function resetFrame(known: number, position: number): Buffer {
  return Buffer.from(eventText('reset', JSON.stringify(toReset(known, position)), String(position)));
}

function isWanted({ kind, data }: RecordedEvent, { kinds, exchange, symbol }: EventFilter): boolean {
  const about = data as { readonly exchange?: string | null; readonly symbol?: string };
  return (
    (kinds === undefined || kinds.includes(kind)) &&
    (exchange === undefined || about.exchange === exchange) &&
    (symbol === undefined || about.symbol === symbol)
  );
}

/** One buffer serves all readers as it is. */
function together(buffers: readonly Buffer[], length: number): Buffer {
  return buffers.length === 1 ? buffers[0] : Buffer.concat(buffers, length);
}

function inParts(texts: readonly string[]): Buffer[] {
  const parts: Buffer[] = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < PART_LENGTH) continue;
    parts.push(Buffer.from(part));
    part = '';
  }
  if (part) parts.push(Buffer.from(part));
  return parts;
}
