import type { CandleToWrite, SeriesWrite } from '../series/candlestick.store';
import type { SeriesName } from '../series/series-name';

/** A write that has been committed. */
export interface CandleAnnouncement {
  readonly name: SeriesName;
  readonly write: SeriesWrite;
  /** What was written, those that were stored already included. */
  readonly candles: readonly CandleToWrite[];
}

/** Passes on what was written, to whoever listens, in any process. It neither waits nor fails: listeners look for what they missed. */
export interface CandleAnnouncer {
  announce(announcements: readonly CandleAnnouncement[]): void;
}

export const CANDLE_ANNOUNCER = Symbol('CANDLE_ANNOUNCER');

/** For processes that write much and go: listeners find it by themselves a little later. */
export const SILENT_ANNOUNCER: CandleAnnouncer = { announce: () => undefined };
