import { Module } from '@nestjs/common';
import { PortfolioStorageModule } from '#domain/portfolios/portfolio-storage.module';
import { RunModule } from '../runs/run.module';
import { PortfolioCalculation } from './portfolio-calculation';

@Module({
  imports: [PortfolioStorageModule, RunModule],
  providers: [PortfolioCalculation],
  exports: [PortfolioCalculation, PortfolioStorageModule],
})
export class PortfolioModule {}
