import { Module } from '@nestjs/common';
import { DatasetStorageModule } from '#domain/datasets/dataset-storage.module';
import { ExportsModule } from '../http/exports.module';
import { UploadsModule } from '../http/uploads/uploads.module';
import { DatasetRowsService } from './dataset-rows.service';
import { DatasetUpload } from './dataset-upload';
import { DatasetsController } from './datasets.controller';
import { DATASET_METRICS, DatasetsService } from './datasets.service';

@Module({
  imports: [DatasetStorageModule, ExportsModule, UploadsModule],
  controllers: [DatasetsController],
  providers: [DatasetRowsService, DatasetUpload, DatasetsService, ...DATASET_METRICS],
})
export class DatasetsModule {}
