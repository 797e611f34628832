import { Module } from '@nestjs/common';
import { FundingStorageModule } from '#domain/funding/funding-storage.module';
import { FUNDING_INGEST_METRICS, FundingOutcomes } from './funding-outcomes';
import { FundingSchedule } from './funding-schedule';
import { SerialExchanges } from './serial-exchanges';

@Module({
  imports: [FundingStorageModule],
  providers: [FundingOutcomes, FundingSchedule, SerialExchanges, ...FUNDING_INGEST_METRICS],
  exports: [FundingOutcomes, FundingSchedule, FundingStorageModule, SerialExchanges],
})
export class FundingIngestModule {}
