import { Module } from '@nestjs/common';
import { DatasetColumnsLoader } from './dataset-columns.loader';
import { DatasetParts } from './dataset-parts';
import { DatasetReader } from './dataset-reader';
import { Datasets } from './datasets';

const providers = [DatasetColumnsLoader, DatasetParts, DatasetReader, Datasets];

@Module({ providers, exports: providers })
export class DatasetStorageModule {}
