import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { poolOf } from '#domain/postgres/pool';
import { CandlestickPageReader } from '#domain/market-data/reading/candlestick-page.reader';
import { CandlestickReader } from '#domain/market-data/reading/candlestick.reader';
import { CandlestickStore } from '#domain/market-data/series/candlestick.store';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { createTestDatabase } from '../../../../test/test-database';

export interface Storage {
  readonly dataSource: DataSource;
  readonly pool: Pool;
  readonly series: SeriesRepository;
  readonly store: CandlestickStore;
  readonly reader: CandlestickReader;
  readonly pages: CandlestickPageReader;
  readonly url: string;
  close(): Promise<void>;
}

/** The storage of candles on a database of its own. */
export async function openStorage({ poolSize = 20 } = {}): Promise<Storage> {
  const database = await createTestDatabase();
  const dataSource = new DataSource(
    dataSourceOptions({ databaseUrl: database.url, databasePoolSize: poolSize }),
  );
  await dataSource.initialize();
  const series = new SeriesRepository(dataSource);
  return {
    dataSource,
    pool: poolOf(dataSource),
    series,
    store: new CandlestickStore(dataSource),
    reader: new CandlestickReader(dataSource, series),
    pages: new CandlestickPageReader(dataSource, series),
    url: database.url,
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}
