import type { SourceIngestResult } from '#domain/market-data/ingest/candle-ingest';
import type { SettledCandle } from '#domain/market-data/ingest/settled-candles';
import type { NamedCandles } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { intervalSeconds } from '#engine/market/interval';
import type { LevelShift } from '#engine/market/outlier-judge';
import { candlePages } from '#sources/exchanges/candle-pages';
import type { ExchangeSource, SourceCandle } from '#sources/exchanges/exchange-source';
import { fetchClosed } from '#sources/exchanges/fetch-closed';
import { patiently } from '#sources/patiently';
import type { SourceFailure } from '#sources/source-failure';
import { GrowingLoad } from '../candle-import/growing-load';
import type { StoredCandles } from '../candle-import/stored-candles';
import { joinNearSpans, type OpenTimeSpan } from './missing-spans';

export interface BackfillProgress {
  /** Everything before this time has been dealt with, milliseconds since 1970 UTC. */
  readonly reached: number;
  /** fetched = inserted + updated + unchanged + quarantined. */
  readonly fetched: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly quarantined: number;
  readonly levelShifts: readonly LevelShift[];
}

export interface BackfillResult extends BackfillProgress {
  readonly isComplete: boolean;
  /** What is not there after it: the exchange does not have it, or it is in quarantine. */
  readonly missing: readonly OpenTimeSpan[];
  /** Open times of the missing candles that are in quarantine. */
  readonly missingInQuarantine: readonly number[];
}

export interface BackfillSettings {
  readonly series: SeriesName;
  /** Of candles that have closed. */
  readonly range: OpenTimeSpan;
  /** Aborted: what was fetched is stored, and nothing more fetched. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onRetry: (failure: SourceFailure) => void;
}

/** About five minutes of pauses. */
const TRIES = 11;

/** Fetches what of the range is not stored yet, oldest first; what was stored before an interruption is not fetched again. */
export async function backfillCandles(
  stored: Pick<StoredCandles, 'finishLoad' | 'ingestFromSource' | 'missingSpans' | 'quarantinedIn'>,
  source: ExchangeSource,
  { series, range, signal, onProgress, onRetry }: BackfillSettings,
): Promise<BackfillResult> {
  const { symbol, interval } = series;
  const intervalMilliseconds = intervalSeconds(interval) * 1000;
  const fetch = (since: number) =>
    patiently(() => fetchClosed(source, symbol, interval, since, signal), {
      signal,
      tries: TRIES,
      onPause: onRetry,
    });

  let progress: BackfillProgress = {
    reached: range.first,
    fetched: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    quarantined: 0,
    levelShifts: [],
  };
  const load = new GrowingLoad();
  const store = async (candles: readonly SourceCandle[]) => {
    const ingest = (batches: readonly NamedCandles[]) =>
      stored.ingestFromSource(batches, 'backfill', { loadId: load.add(candles.length) });
    progress = await storePage(ingest, series, candles, progress);
    onProgress(progress);
  };
  onProgress(progress);
  const spans = joinNearSpans(
    await stored.missingSpans(series, range),
    source.candlesPerRequest * intervalMilliseconds,
  );
  try {
    for (const span of spans) {
      const until = () => span.last;
      const pages = candlePages({ fetch, intervalMilliseconds, from: span.first, until });
      for await (const page of pages) {
        await store(page);
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await load.finish(stored.finishLoad);
  }
  const missing = signal.aborted ? [] : await stored.missingSpans(series, range);
  const missingInQuarantine = await stored.quarantinedIn(series, missing);
  return { ...progress, isComplete: !signal.aborted, missing, missingInQuarantine };
}

async function storePage(
  ingest: (batches: readonly NamedCandles[]) => Promise<SourceIngestResult>,
  series: SeriesName,
  page: readonly SourceCandle[],
  before: BackfillProgress,
): Promise<BackfillProgress> {
  const candles = page.map(({ openTime, ...prices }) => ({
    openTime: new Date(openTime),
    ...prices,
    isClosed: true,
  }));
  const { written, quarantined, settled, levelShifts } = await ingest([{ name: series, candles }]);
  const inserted = written.reduce((sum, write) => sum + write.inserted, 0);
  const updated = written.reduce((sum, write) => sum + write.updated, 0);
  // Candles of pages before, that were held until these came.
  const later = (outcome: SettledCandle['outcome']) =>
    settled.filter((candle) => candle.outcome === outcome).length;
  const released = Math.min(later('inserted') + later('updated'), before.quarantined);
  return {
    reached: page[page.length - 1].openTime,
    fetched: before.fetched + page.length,
    inserted: before.inserted + inserted,
    updated: before.updated + updated,
    unchanged: before.unchanged + page.length + released - inserted - updated - quarantined,
    quarantined: before.quarantined + quarantined - released,
    levelShifts: [...before.levelShifts, ...levelShifts.map(({ openTime, ratio }) => ({ openTime, ratio }))],
  };
}
