import { Global, Module } from '@nestjs/common';
import { type Environment, readEnvironment } from './config/environment';
import { createLogger } from './logging/logger';
import { BUILD_INFO_METRIC, BuildInfo } from './metrics/build-info';
import { Shutdown } from './shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from './tokens';

/** What every process needs: its settings, its log, and whether it is on its way out. */
@Global()
@Module({
  providers: [
    { provide: ENVIRONMENT, useFactory: () => readEnvironment() },
    {
      provide: LOGGER,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => createLogger(process.title, environment.logLevel),
    },
    Shutdown,
    BUILD_INFO_METRIC,
    BuildInfo,
  ],
  exports: [ENVIRONMENT, LOGGER, Shutdown],
})
export class PlatformModule {}
