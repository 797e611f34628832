import type { CandleToWrite, SeriesBatch } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { Storage } from './storage';

/** Series of minutes, as many as the tests create, by the ids under which they are stored. */
export class MinuteSeries {
  private readonly names = new Map<number, SeriesName>();
  private symbols = 0;

  constructor(private readonly storage: Storage) {}

  async create(symbol = `S${++this.symbols}`): Promise<number> {
    const name = { exchange: 'test', symbol, interval: '1m' } as const;
    const id = await this.storage.series.idOf(name);
    this.names.set(id, name);
    return id;
  }

  nameOf(seriesId: number): SeriesName {
    return this.names.get(seriesId)!;
  }

  batchOf(seriesId: number, candles: readonly CandleToWrite[]): SeriesBatch {
    return { seriesId, name: this.nameOf(seriesId), interval: '1m', candles };
  }
}
