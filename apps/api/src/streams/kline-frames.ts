import {
  type CandleChanges,
  type ChangedCandle,
  knownBefore,
  type SeriesPosition,
  type PublishedCandle,
} from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series.repository';
import { formatDateTime } from '#engine/market/parse-time';
import type { FollowedState, SeriesUpdate } from '#messaging/series-follower';
import { eventText } from '../http/event-streams/event-text';
import { toKlineEvent } from './streams.dto';

/** Events as they are sent, in parts small enough to wait for the reader between them. */
export interface Frames {
  readonly parts: readonly Buffer[];
  readonly events: number;
}

/** What a stream begins with, and the version of the series from which on it has to receive the rest. */
export interface Beginning extends Frames {
  readonly version: number;
}

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

/** The stored candle at the beginning; where there is none, an id alone, so that a cut stream learns of the first ones. */
export function openingFrames(name: SeriesName, state: FollowedState): Beginning {
  const { version, newest } = state;
  if (!newest) return { version, parts: [Buffer.from(`id: ${eventIdOf(NOWHERE)}\n\n`)], events: 0 };
  return { version, parts: [Buffer.from(klineText(name, newest, state, state))], events: 1 };
}

/** What a client that knew the series at a position has missed. */
export function resumingFrames(name: SeriesName, known: SeriesPosition, changes: CandleChanges): Beginning {
  const { version, candles, from, newest } = changes;
  return { version, ...changeFrames({ name, candles, from, newest, before: known, after: upTo(changes) }) };
}

const framesByUpdate = new WeakMap<SeriesUpdate, Frames>();

/** Built once, whatever the number of streams. */
export function framesOf(update: SeriesUpdate): Frames {
  const built = framesByUpdate.get(update) ?? changeFrames(update);
  framesByUpdate.set(update, built);
  return built;
}

/**
 * The ids say how far it went: candles that were known come in the order of their commits, the others ascending as they are
 * stored after all commits. So a stream that is cut in the middle goes on there.
 */
function changeFrames({ name, candles, before, after, from, newest }: Omit<SeriesUpdate, 'version'>): Frames {
  if (!candles) return resetFrames(name, from, after, newest);
  const texts = candles.map((candle, index) => {
    const reached = index === candles.length - 1 ? after : positionAt(candle, before, after);
    return klineText(name, candle, reached, after);
  });
  return { parts: inParts(texts), events: texts.length };
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

function resetFrames(
  name: SeriesName,
  from: number,
  after: SeriesPosition,
  newest: PublishedCandle | undefined,
): Frames {
  const start = formatDateTime(from);
  const query = { method: 'POST', path: QUERY_PATH, body: { ...seriesOf(name), start } };
  const data = JSON.stringify({
    event: 'reset',
    symbol: name.symbol,
    timestamp: formatDateTime(after.committedAt),
    data: { ...seriesOf(name), from: start, query },
  });
  const reached = upTo(after);
  const texts = [eventText('reset', data, eventIdOf(reached))];
  if (newest) texts.push(klineText(name, newest, reached, after));
  return { parts: inParts(texts), events: texts.length };
}

function klineText(
  name: SeriesName,
  candle: PublishedCandle,
  reached: SeriesPosition,
  { committedAt }: SeriesPosition,
): string {
  const data = JSON.stringify(toKlineEvent(name, candle, committedAt));
  return eventText('kline', data, eventIdOf(reached));
}

function seriesOf({ exchange, symbol, interval }: SeriesName): SeriesName {
  return { exchange, symbol, interval };
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
