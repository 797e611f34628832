import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Logger } from 'pino';
import { type Environment, requireDatabaseUrl } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { StatementWatch } from '../postgres/statement-watch';
import { dataSourceOptions } from './data-source-options';
import { DatabaseReadiness } from './database-readiness';

/** What is thrown here ends the process when it is repeated: the message has to say what it is about. */
async function connect(options?: DataSourceOptions): Promise<DataSource> {
  try {
    return await new DataSource(options!).initialize();
  } catch (error) {
    throw new Error(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
  }
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (environment: Environment, logger: Logger) => ({
        ...dataSourceOptions({
          databaseUrl: requireDatabaseUrl(environment),
          directUrl: environment.databaseDirectUrl,
          databasePoolSize: environment.databasePoolSize,
          recordsEvents: environment.events === 'on',
          statementWatch: new StatementWatch(logger, environment.slowQueryMilliseconds),
        }),
        // Retries while the database is still coming up; a longer outage ends the process, and its supervisor tries again.
        retryAttempts: 10,
        retryDelay: 1_000,
      }),
      dataSourceFactory: connect,
    }),
  ],
  providers: [DatabaseReadiness],
  exports: [DatabaseReadiness],
})
export class DatabaseModule {}
