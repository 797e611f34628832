import { Module } from '@nestjs/common';
import { UniverseStorageModule } from '../universes/universe-storage.module';
import { PortfolioVerifications } from './portfolio-verifications';

/** Storage of portfolio runs and of the universes that they are made of. */
@Module({
  imports: [UniverseStorageModule],
  providers: [PortfolioVerifications],
  exports: [UniverseStorageModule, PortfolioVerifications],
})
export class PortfolioStorageModule {}
