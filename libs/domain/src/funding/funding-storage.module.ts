import { Module } from '@nestjs/common';
import { FundingIngests } from './funding-ingests';
import { FundingRates } from './funding-rates';

@Module({ providers: [FundingIngests, FundingRates], exports: [FundingIngests, FundingRates] })
export class FundingStorageModule {}
