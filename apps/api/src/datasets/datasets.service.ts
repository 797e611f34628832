import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { DatasetChanged, DatasetNeeded, Datasets, type VersionedDataset } from '#domain/datasets/datasets';
import { declareCounter } from '#platform/metrics/declare-metric';
import { ApiError } from '../http/api-error';
import { changedMeanwhile, type IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import type { StoreDatasetQuery } from './dataset-query.dto';
import { type DatasetBody, DatasetUpload } from './dataset-upload';
import { toDatasetRead, toDatasetSummary } from './datasets.dto';
import { settingOf, settingOfMore, type UploadSetting } from './upload-setting';

const UPLOADS = 'dataset_uploads_total';
const ROWS = 'dataset_rows_stored_total';
const OUTCOMES = ['stored', 'unchanged', 'refused'] as const;

export const DATASET_METRICS = [
  declareCounter({
    name: UPLOADS,
    help: 'Uploads of datasets, by whether they stored a new version',
    labels: { outcome: OUTCOMES },
  }),
  declareCounter({ name: ROWS, help: 'Rows that uploads of datasets stored' }),
];

@Injectable()
export class DatasetsService {
  constructor(
    private readonly datasets: Datasets,
    private readonly upload: DatasetUpload,
    @InjectMetric(UPLOADS) private readonly uploads: Counter<'outcome'>,
    @InjectMetric(ROWS) private readonly rows: Counter,
  ) {
    for (const outcome of OUTCOMES) uploads.inc({ outcome }, 0);
  }

  async list(query: RecordPageQuery) {
    return toListing(query, await this.datasets.list(positionOf(query)), toDatasetSummary);
  }

  async read(name: string, version?: number) {
    return this.describe(await this.find(name, version));
  }

  /** The dataset and a version of it, the newest by default; throws 404. */
  async find(name: string, version?: number): Promise<VersionedDataset> {
    return presentDataset(await this.datasets.find(name, version), name, version);
  }

  store(name: string, body: DatasetBody, query: StoreDatasetQuery, ifMatch: IfMatch) {
    return this.receive(name, body, settingOf(query), ifMatch);
  }

  async append(name: string, body: DatasetBody, ifMatch: IfMatch) {
    return this.receive(name, body, settingOfMore(await this.find(name)), ifMatch);
  }

  async delete(name: string, ifMatch: IfMatch): Promise<void> {
    const approve = ifMatch((dataset: VersionedDataset) => this.describe(dataset));
    const isDeleted = await this.datasets
      .delete(name, async (dataset) => approve?.(dataset))
      .catch((error: unknown) => {
        throw error instanceof DatasetNeeded ? neededBy(name, error.run) : error;
      });
    presentDataset(isDeleted || null, name);
  }

  private async describe(found: VersionedDataset) {
    return toDatasetRead(found, await this.datasets.versionsOf(found.dataset.id));
  }

  private async receive(name: string, body: DatasetBody, setting: UploadSetting, ifMatch: IfMatch) {
    const approve = ifMatch((dataset: VersionedDataset) => this.describe(dataset));
    try {
      const { partId, received, version } = await this.upload.receive(body, setting);
      const published = await this.datasets
        .publish({ name, partId, version, base: setting.base?.version }, async (present) => {
          if (approve && !present) throw changedMeanwhile();
          if (approve && present) await approve(present);
        })
        .catch(async (error: unknown) => {
          await this.upload.discard(partId);
          throw error instanceof DatasetChanged ? appendedMeanwhile(name) : error;
        });
      const inserted = published.isNewVersion ? received : 0;
      this.uploads.inc({ outcome: published.isNewVersion ? 'stored' : 'unchanged' });
      this.rows.inc(inserted);
      const counts = { received, inserted, unchanged: received - inserted };
      const answer = Object.assign(await this.describe(published), counts);
      return { answer, isNew: published.isNewDataset };
    } catch (error) {
      this.uploads.inc({ outcome: 'refused' });
      throw error;
    }
  }
}

function presentDataset<T>(dataset: T | null, name: string, version?: number): T {
  if (dataset !== null) return dataset;
  const which = version === undefined ? '' : ` and the version ${version}`;
  throw new ApiError({ status: 404, detail: `No dataset with the name ${name}${which}` });
}

function appendedMeanwhile(name: string): ApiError {
  const detail = `Another version of ${name} was stored while the rows arrived, or it was deleted: nothing of it is stored; send the rows again`;
  return new ApiError({ status: 409, detail });
}

function neededBy(name: string, run: string): ApiError {
  const detail = `The unfinished ${run} needs the dataset ${name}: wait until it is over, or delete it first`;
  return new ApiError({ status: 409, detail });
}
