import { Module } from '@nestjs/common';
import { ParameterSearchRuns } from './parameter-search-runs';

@Module({ providers: [ParameterSearchRuns], exports: [ParameterSearchRuns] })
export class ParameterSearchStorageModule {}
