import { Module } from '@nestjs/common';
import { FundingStorageModule } from '#domain/funding/funding-storage.module';
import { FundingRateController } from './funding-rate.controller';
import { FundingRateService } from './funding-rate.service';

@Module({
  imports: [FundingStorageModule],
  controllers: [FundingRateController],
  providers: [FundingRateService],
})
export class FundingRateModule {}
