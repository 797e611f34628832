import { Module } from '@nestjs/common';
import { FundingStorageModule } from '#domain/funding/funding-storage.module';
import { RunModule } from '../run.module';
import { FundingIngestProcessor } from './funding-ingest.processor';
import { FundingIngestSweeper } from './funding-ingest.sweeper';
import { FUNDING_INGEST_METRICS, FundingOutcomes } from './funding-outcomes';

@Module({
  imports: [FundingStorageModule, RunModule],
  providers: [FundingIngestProcessor, FundingIngestSweeper, FundingOutcomes, ...FUNDING_INGEST_METRICS],
  exports: [FundingIngestProcessor, FundingIngestSweeper],
})
export class FundingIngestModule {}
