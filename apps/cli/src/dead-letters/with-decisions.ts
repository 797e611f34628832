import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DeadLetterDecisions } from '#domain/trading/dead-letter-decisions';
import { DeadLetterStorageModule } from '#domain/trading/dead-letter-storage.module';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { withDatabase } from '../csv-import/with-database';
import { databaseUrl } from '../database-url';

/** Opens the database and what ingests messages, for the work's duration. */
export function withDecisions<T>(
  environment: Environment,
  work: (decisions: DeadLetterDecisions) => Promise<T>,
): Promise<T> {
  return withDatabase(databaseUrl(environment), async (dataSource) => {
    const context = await NestFactory.createApplicationContext(
      {
        module: GivenModule,
        imports: [DeadLetterStorageModule],
        providers: [
          { provide: DataSource, useValue: dataSource },
          { provide: ENVIRONMENT, useValue: environment },
        ],
        exports: [DataSource, ENVIRONMENT],
      },
      { logger: false, abortOnError: false },
    );
    return work(context.get(DeadLetterDecisions, { strict: false }));
  });
}

/** What the command has already. */
@Global()
@Module({})
class GivenModule {}
