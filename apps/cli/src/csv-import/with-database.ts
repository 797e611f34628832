import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import { readEnvironment } from '#platform/config/environment';

/** Opens the database for the work's duration. Throws where its schema is older than this program. */
export async function withDatabase<T>(
  databaseUrl: string,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource(
    dataSourceOptions({ databaseUrl, databasePoolSize: 2, recordsEvents: readEnvironment().events === 'on' }),
  );
  await dataSource.initialize();
  try {
    await new DatabaseReadiness(dataSource).check();
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
