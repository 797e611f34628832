import { Module } from '@nestjs/common';
import { PortfolioStorageModule } from '#domain/portfolios/portfolio-storage.module';
import { RunModule } from '../runs/run.module';
import { MemberInputs } from './member-inputs';
import { PortfolioCalculation } from './portfolio-calculation';
import { PortfolioInputs } from './portfolio-inputs';

@Module({
  imports: [PortfolioStorageModule, RunModule],
  providers: [MemberInputs, PortfolioCalculation, PortfolioInputs],
  exports: [PortfolioCalculation, PortfolioStorageModule],
})
export class PortfolioModule {}
