import { Module } from '@nestjs/common';
import { ParameterSearchStorageModule } from '#domain/parameter-search/parameter-search-storage.module';
import { RunModule } from '../runs/run.module';
import { SearchInputs } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';

const providers = [SearchInputs, SearchOutcomes];

@Module({
  imports: [ParameterSearchStorageModule, RunModule],
  providers,
  exports: [...providers, ParameterSearchStorageModule],
})
export class ParameterSearchModule {}
