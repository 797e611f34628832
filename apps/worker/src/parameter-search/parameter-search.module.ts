import { Module } from '@nestjs/common';
import { ParameterSearchStorageModule } from '#domain/parameter-search/parameter-search-storage.module';
import { RunModule } from '../run.module';
import { ParameterSearchAssembleProcessor } from './parameter-search-assemble.processor';
import { ParameterSearchChunkProcessor } from './parameter-search-chunk.processor';
import { ParameterSearchRequeue } from './parameter-search-requeue';
import { ParameterSearchProcessor } from './parameter-search.processor';
import { ParameterSearchSweeper } from './parameter-search.sweeper';
import { SearchInputs } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';
import { SearchThreads } from './search-threads';

const PROCESSORS = [
  ParameterSearchProcessor,
  ParameterSearchChunkProcessor,
  ParameterSearchAssembleProcessor,
];

@Module({
  imports: [ParameterSearchStorageModule, RunModule],
  providers: [
    ...PROCESSORS,
    ParameterSearchRequeue,
    ParameterSearchSweeper,
    SearchInputs,
    SearchOutcomes,
    SearchThreads,
  ],
  exports: [...PROCESSORS, ParameterSearchSweeper],
})
export class ParameterSearchModule {}
