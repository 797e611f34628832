import {
  type CandleChanges,
  type ChangedCandle,
  knownBefore,
  type SeriesPosition,
  type PublishedCandle,
} from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import type { FollowedState, SeriesUpdate } from '#messaging/series-follower';
import { eventText } from '../http/event-streams/event-text';
import { toKlineEvent, toResetEvent } from './streams.dto';

/** Events as they are sent, in parts small enough to wait for the reader between them. */
export interface Frames {
  readonly parts: readonly Buffer[];
  readonly events: number;
}

/** What a stream begins with, and the version of the series from which on it has to receive the rest. */
export interface Beginning extends Frames {
  readonly version: number;
}

/** How a protocol writes events. */
export interface StreamFormat {
  readonly type: OpenStream['type'];
  readonly frame: (event: string, json: string, id: string) => Buffer;
  /** The position of a series without candles; undefined where the protocol says it before the events. */
  readonly frameId?: (id: string) => Buffer;
}

export const EVENT_STREAM_FORMAT: StreamFormat = {
  type: 'sse',
  frame: (event, json, id) => Buffer.from(eventText(event, json, id)),
  frameId: (id) => Buffer.from(`id: ${id}\n\n`),
};

const PART_LENGTH = 16_384;
const QUERY_PATH = '/api/v1/market-data/candlesticks/query';

/** The position that was reached when nothing had been stored yet. */
const NOWHERE: SeriesPosition = { newestOpenTime: 0, committedAt: 0 };

/**
 * The id that a client sends back: the newest open time that it received of the series, and a time no later than that commit;
 * then, where it is being sent what it missed, how far that went.
 */
export function eventIdOf({ newestOpenTime, committedAt, resumeOpenTime }: SeriesPosition): string {
  const position = `${newestOpenTime}.${committedAt}`;
  return resumeOpenTime === undefined ? position : `${position}.${resumeOpenTime}`;
}

/** The id from which on somebody who begins at a state has to resume. */
export function idOfState(state: FollowedState): string {
  return eventIdOf(state.newest ? state : NOWHERE);
}

/** Changes of candles as the frames of one protocol. */
export class KlineFrames {
  private readonly byUpdate = new WeakMap<SeriesUpdate, Frames>();

  constructor(private readonly format: StreamFormat) {}

  get type(): StreamFormat['type'] {
    return this.format.type;
  }

  /** The stored candle at the beginning; where there is none, an id alone, so that a cut stream learns of the first ones. */
  opening(name: SeriesName, state: FollowedState): Beginning {
    const { version, newest } = state;
    if (newest) return { version, parts: [this.kline(name, newest, state, state)], events: 1 };
    const id = this.format.frameId?.(idOfState(state));
    return { version, parts: id ? [id] : [], events: 0 };
  }

  /** What a client that knew the series at a position has missed. */
  resuming(name: SeriesName, known: SeriesPosition, changes: CandleChanges): Beginning {
    const { version, candles, from, newest } = changes;
    return { version, ...this.changes({ name, candles, from, newest, before: known, after: upTo(changes) }) };
  }

  /** Built once, whatever the number of streams. */
  of(update: SeriesUpdate): Frames {
    const built = this.byUpdate.get(update) ?? this.changes(update);
    this.byUpdate.set(update, built);
    return built;
  }

  /**
   * The ids say how far it went: candles that were known come in the order of their commits, the others ascending as they are
   * stored after all commits. So a stream that is cut in the middle goes on there.
   */
  private changes(update: Omit<SeriesUpdate, 'version'>): Frames {
    const { name, candles, before, after } = update;
    if (!candles) return this.reset(update);
    const frames = candles.map((candle, index) => {
      const reached = index === candles.length - 1 ? after : positionAt(candle, before, after);
      return this.kline(name, candle, reached, after);
    });
    return { parts: inParts(frames), events: frames.length };
  }

  private reset({ name, from, after, newest }: Omit<SeriesUpdate, 'version'>): Frames {
    const data = JSON.stringify(toResetEvent(name, from, after.committedAt, QUERY_PATH));
    const reached = upTo(after);
    const frames = [this.format.frame('reset', data, eventIdOf(reached))];
    if (newest) frames.push(this.kline(name, newest, reached, after));
    return { parts: inParts(frames), events: frames.length };
  }

  private kline(
    name: SeriesName,
    candle: PublishedCandle,
    reached: SeriesPosition,
    { committedAt }: SeriesPosition,
  ): Buffer {
    const data = JSON.stringify(toKlineEvent(name, candle, committedAt));
    return this.format.frame('kline', data, eventIdOf(reached));
  }
}

function positionAt(
  { openTime, committedAt }: ChangedCandle,
  before: SeriesPosition,
  after: SeriesPosition,
): SeriesPosition {
  const resumeOpenTime = openTime;
  if (openTime < knownBefore(before)) {
    return { newestOpenTime: before.newestOpenTime, committedAt, resumeOpenTime };
  }
  return { newestOpenTime: openTime, committedAt: after.committedAt, resumeOpenTime };
}

/** All writes up to a commit, exactly. The newest candle is sent again: it changes without a note of it. */
function upTo({ newestOpenTime, committedAt }: SeriesPosition): SeriesPosition {
  if (newestOpenTime === 0) return { newestOpenTime, committedAt };
  return { newestOpenTime, committedAt, resumeOpenTime: newestOpenTime - 1 };
}

function inParts(frames: readonly Buffer[]): Buffer[] {
  if (frames.length === 1) return [...frames];
  const parts: Buffer[] = [];
  let part: Buffer[] = [];
  let length = 0;
  const close = () => {
    if (part.length > 0) parts.push(Buffer.concat(part, length));
    part = [];
    length = 0;
  };
  for (const frame of frames) {
    part.push(frame);
    length += frame.length;
    if (length >= PART_LENGTH) close();
  }
  close();
  return parts;
}
