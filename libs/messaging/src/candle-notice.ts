import type { RecordedCandle } from '#domain/events/candle-events';
import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
import type { CandleToWrite } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';

/** The candle, and whether it was said to be closed, where it was said. */
export type NoticedCandle = readonly [...RecordedCandle, isClosed: boolean | null];

/** What listeners receive of a write. Times are milliseconds since 1970 UTC. */
export interface CandleNotice extends SeriesName {
  readonly seriesId: number;
  readonly version: number;
  readonly first: number;
  readonly last: number;
  readonly writtenAt: number;
  /** Absent where they do not fit: the listener reads them. */
  readonly candles?: readonly NoticedCandle[];
}

/** NOTIFY carries at most 7,999 bytes. */
const MOST_BYTES = 7_900;
const MOST_CANDLES = 60;

/** A line of JSON. Written out: of thousands of writes a second `JSON.stringify` is most of what announcing them takes. */
export function encodeCandleNotice({ name, write, candles }: CandleAnnouncement): string {
  const { seriesId, version, first, last, writtenAt } = write;
  const series = `"seriesId":${seriesId},"exchange":${JSON.stringify(name.exchange)},"symbol":${JSON.stringify(name.symbol)},"interval":"${name.interval}"`;
  const times = `"first":${first.getTime()},"last":${last.getTime()},"writtenAt":${writtenAt.getTime()}`;
  const head = `{${series},"version":${version},${times}`;
  if (candles.length <= MOST_CANDLES) {
    const text = `${head},"candles":[${candles.map(encodeCandle).join(',')}]}`;
    if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  }
  return `${head}}`;
}

/** The five numbers are decimal text that the database has taken: there is nothing to escape in it. */
function encodeCandle({ openTime, open, high, low, close, volume, isClosed }: CandleToWrite): string {
  return `[${openTime.getTime()},"${open}","${high}","${low}","${close}","${volume}",${isClosed ?? null}]`;
}

/** Notices in as few texts as NOTIFY carries, in their order; each is a line. */
export function packCandleNotices(notices: readonly string[]): string[] {
  const packs: string[] = [];
  let room = 0;
  for (const notice of notices) {
    const bytes = Buffer.byteLength(notice) + 1;
    if (bytes <= room) packs[packs.length - 1] += `\n${notice}`;
    else {
      packs.push(notice);
      room = MOST_BYTES;
    }
    room -= bytes;
  }
  return packs;
}

export function decodeCandleNotices(pack: string): CandleNotice[] {
  return pack.split('\n').map((line) => JSON.parse(line) as CandleNotice);
}
