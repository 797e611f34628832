import { Module } from '@nestjs/common';
import { ParameterSearchRuns } from './parameter-search-runs';
import { SearchVerifications } from './search-verifications';

const providers = [ParameterSearchRuns, SearchVerifications];

@Module({ providers, exports: providers })
export class ParameterSearchStorageModule {}
