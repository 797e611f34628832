import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';

export interface SilentIngest {
  readonly ingest: CandleIngest;
  close(): Promise<void>;
}

/** Writes as the command line does: nobody is notified. */
export async function openSilentIngest(databaseUrl: string): Promise<SilentIngest> {
  const dataSource = new DataSource(dataSourceOptions({ databaseUrl, databasePoolSize: 8 }));
  await dataSource.initialize();
  return {
    ingest: openCandleIngest(dataSource, SILENT_ANNOUNCER),
    close: () => dataSource.destroy(),
  };
}
