import { SeriesGaps } from '#domain/gaps/series-gaps';
import { type SeriesGlance, SeriesOverview } from '#domain/gaps/series-overview';
import { SeriesQualityCounter } from '#domain/gaps/series-quality-counter';
import { OpenTimesLoader } from '#domain/market-data/reading/open-times.loader';
import type { Series } from '#domain/market-data/series/series.entity';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { flatCandle, minuteAfterStart } from './candles';
import { openStorage, type Storage } from './storage';

export const LIMITS = { gapLimit: 100, candleLimit: 10_000 };

/** The series' minutes are counted from 2024-01-01. */
export const minuteOf = (time: number) => (time - minuteAfterStart(0).getTime()) / 60_000;
export const at = (minute: number) => minuteAfterStart(minute).getTime();

export const named = (symbol: string): SeriesName => ({ exchange: 'test', symbol, interval: '1m' });

/** Series of minutes, and what finds and counts what is missing in them. */
export class GapStorage {
  readonly gaps: SeriesGaps;
  readonly overview: SeriesOverview;
  readonly counter: SeriesQualityCounter;

  private constructor(readonly storage: Storage) {
    const openTimes = new OpenTimesLoader(storage.dataSource);
    this.gaps = new SeriesGaps(storage.dataSource, openTimes);
    this.overview = new SeriesOverview(storage.dataSource);
    this.counter = new SeriesQualityCounter(storage.dataSource, openTimes);
  }

  static async open(): Promise<GapStorage> {
    return new GapStorage(await openStorage());
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  async store(symbol: string, ...minutes: number[]): Promise<Series> {
    const { series, store } = this.storage;
    const seriesId = await series.idOf(named(symbol));
    const candles = minutes.map((minute) => flatCandle(minuteAfterStart(minute), '1'));
    await store.upsert([{ seriesId, name: named(symbol), interval: '1m', candles }]);
    return (await series.find(named(symbol)))!;
  }

  /** The source reported candles in these minutes, first and last of each stretch, when it was requested from one to another. */
  async noteAttempt(series: Series, [from, to]: number[], ...reported: number[][]): Promise<void> {
    await this.gaps.noteAttempt(
      series,
      { from: at(from), to: at(to) },
      { reported: reported.map(([first, last]) => ({ first: at(first), last: at(last) })) },
      LIMITS,
    );
  }

  /** As if the attempts so far had been made so much earlier. */
  async letMinutesPass(minutes: number): Promise<void> {
    await this.storage.pool.query(
      `update confirmed_gaps set first_empty_at = first_empty_at - make_interval(mins => $1),
         asked_at = asked_at - make_interval(mins => $1)`,
      [minutes],
    );
  }

  /** What is missing is counted again, as if the last count had been a while ago. */
  async countLater(): Promise<void> {
    await this.storage.pool.query(`update series_quality set counted_at = counted_at - interval '1 minute'`);
    await this.counter.countChanged();
  }

  async glanceAt(symbol: string): Promise<SeriesGlance> {
    return (await this.overview.list({ symbol }, { offset: 0, limit: 10 })).items[0];
  }
}
