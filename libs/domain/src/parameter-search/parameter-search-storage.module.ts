import { Module } from '@nestjs/common';
import { ParameterSearches } from './parameter-searches';
import { SearchVerifications } from './search-verifications';

const providers = [ParameterSearches, SearchVerifications];

@Module({ providers, exports: providers })
export class ParameterSearchStorageModule {}
