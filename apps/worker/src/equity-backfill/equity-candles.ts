import { Injectable } from '@nestjs/common';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { equitySeriesName } from '#domain/equities/equity-series';
import { CERTAIN_ATTEMPTS, SeriesGaps } from '#domain/gaps/series-gaps';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { OpenTimesLoader } from '#domain/market-data/reading/open-times.loader';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

/** More than 200 years of sessions. */
const MOST_CANDLES = 60_000;
const LIMITS = { gapLimit: MOST_CANDLES, candleLimit: MOST_CANDLES };

export interface MissingSessions {
  /** The first stored candle, ms. */
  readonly first: number | undefined;
  /** Sessions that are not stored, ascending. */
  readonly missing: readonly number[];
  /** Those of them that may still come: where the provider had candles before and after, it was not requested often enough. */
  readonly uncertain: readonly number[];
}

/** The stored daily candles of a symbol. */
@Injectable()
export class EquityCandles {
  constructor(
    private readonly series: SeriesRepository,
    private readonly gaps: SeriesGaps,
    private readonly ingest: CandleIngest,
    private readonly openTimes: OpenTimesLoader,
  ) {}

  /** Of sessions, ascending and at least one. */
  async missingOf(symbol: string, sessions: readonly number[]): Promise<MissingSessions> {
    const series = await this.series.find(equitySeriesName(symbol));
    if (!series) return { first: undefined, missing: sessions, uncertain: sessions };
    const first = series.firstOpenTime?.getTime();
    if (sessions.length === 0) return { first, missing: [], uncertain: [] };
    const range = { from: sessions[0], to: sessions[sessions.length - 1] + 1 };
    const { gaps } = await this.gaps.describe(series, range, LIMITS);
    const within = (isWanted: (attempts: number) => boolean) => {
      const wanted = gaps.filter(({ attempts }) => isWanted(attempts));
      let index = 0;
      return sessions.filter((session) => {
        while (index < wanted.length && wanted[index].last < session) index++;
        return index < wanted.length && wanted[index].first <= session;
      });
    };
    return {
      first,
      missing: within(() => true),
      uncertain: within((attempts) => attempts < CERTAIN_ATTEMPTS),
    };
  }

  async firstOf(symbol: string): Promise<number | undefined> {
    return (await this.series.find(equitySeriesName(symbol)))?.firstOpenTime?.getTime();
  }

  /** The open times of all that is stored, ascending. */
  async storedTimes(symbol: string): Promise<Float64Array> {
    const series = await this.series.find(equitySeriesName(symbol));
    const { id, firstOpenTime, lastOpenTime } = series ?? {};
    if (id === undefined || !firstOpenTime || !lastOpenTime) return new Float64Array();
    return this.openTimes.load({ seriesId: id, from: firstOpenTime, to: lastOpenTime, limit: MOST_CANDLES });
  }

  /** Stores those of the candles that open at one of these times, all at once. */
  async write(
    row: EquityIngestSymbol,
    candles: readonly SourceCandle[],
    times: ReadonlySet<number>,
  ): Promise<void> {
    const wanted = candles
      .filter(({ openTime }) => times.has(openTime))
      .map(({ openTime, ...prices }) => ({ openTime: new Date(openTime), ...prices, isClosed: true }));
    if (wanted.length === 0) return;
    // Shares double in a day and fall back on the next: the provider is trusted for sessions that are over.
    const { written, quarantined } = await this.ingest.ingestFromSource(
      [{ name: equitySeriesName(row.symbol), candles: wanted }],
      'backfill',
      { acceptsJumps: true },
    );
    for (const { inserted, updated } of written) {
      row.inserted += inserted;
      row.updated += updated;
    }
    row.quarantined += quarantined;
  }

  /**
   * These sessions were requested; the provider has some before and after, and does not have them. Answers those of them
   * that are to be requested once more.
   */
  async noteUntraded(symbol: string, sessions: readonly number[]): Promise<readonly number[]> {
    const series = sessions.length > 0 ? await this.series.find(equitySeriesName(symbol)) : null;
    if (!series) return [];
    const range = { from: sessions[0], to: sessions[sessions.length - 1] + 1 };
    const reported = sessions.map((session) => ({ first: session - 1, last: session + 1 }));
    // Sessions that are over; and every ingest requests again what is missing, certain or not.
    await this.gaps.noteAttempt(series, range, { reported }, { candleLimit: MOST_CANDLES, apartSeconds: 0 });
    return (await this.missingOf(symbol, sessions)).uncertain;
  }
}
