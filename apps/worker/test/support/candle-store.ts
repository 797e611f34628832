import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { readSample, SPX } from './sample-candles';

/** Stores candles through the service's own way in. */
export class CandleStore {
  private constructor(private readonly dataSource: DataSource) {}

  static async open(databaseUrl: string): Promise<CandleStore> {
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl, databasePoolSize: 2 }));
    return new CandleStore(await dataSource.initialize());
  }

  static async storeSample(databaseUrl: string): Promise<void> {
    const store = await CandleStore.open(databaseUrl);
    try {
      await store.store(SPX, readSample());
    } finally {
      await store.close();
    }
  }

  async store(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    options: { allowOutliers?: boolean } = {},
  ): Promise<void> {
    const ingest = openCandleIngest(this.dataSource, SILENT_ANNOUNCER);
    const { refused } = await ingest.ingest(name, candles, options);
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
