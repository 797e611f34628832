import type { RecordedCandle } from '#domain/events/candle-events';
import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
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

export function encodeCandleNotice(announcement: CandleAnnouncement): string {
  const { candles } = announcement;
  if (candles.length <= MOST_CANDLES) {
    const noticed = candles.map((candle): NoticedCandle => {
      const { openTime, open, high, low, close, volume, isClosed = null } = candle;
      return [openTime.getTime(), open, high, low, close, volume, isClosed];
    });
    const text = JSON.stringify(noticeOf(announcement, noticed));
    if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  }
  return JSON.stringify(noticeOf(announcement));
}

function noticeOf(
  { name, seriesId, version, first, last, writtenAt }: CandleAnnouncement,
  candles?: readonly NoticedCandle[],
): CandleNotice {
  return {
    seriesId,
    exchange: name.exchange,
    symbol: name.symbol,
    interval: name.interval,
    version,
    first: first.getTime(),
    last: last.getTime(),
    writtenAt: writtenAt.getTime(),
    candles,
  };
}
