import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Environment, requireDatabaseUrl } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { dataSourceOptions } from './data-source-options';
import { DatabaseReadiness } from './database-readiness';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => ({
        ...dataSourceOptions({
          databaseUrl: requireDatabaseUrl(environment),
          directUrl: environment.databaseDirectUrl,
          databasePoolSize: environment.databasePoolSize,
          recordsEvents: environment.events === 'on',
        }),
        // Retries while the database is still coming up; a longer outage ends the process, and its supervisor tries again.
        retryAttempts: 10,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [DatabaseReadiness],
  exports: [DatabaseReadiness],
})
export class DatabaseModule {}
