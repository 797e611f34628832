import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { formatDateTime } from '#engine/market/parse-time';
import { recordEvents } from '../events/record-events';
import { type Approval, newestRecords, type PageRequest, type RecordPage } from '../records/records';
import { DatasetPart } from './dataset-part.entity';
import { DatasetVersion } from './dataset-version.entity';
import { Dataset } from './dataset.entity';
import { findRunInNeedOf } from './needed-datasets';

const SUMMARY_COLUMNS = { name: true, version: true, createdAt: true, updatedAt: true } as const;

const VERSION_SUMMARY_COLUMNS = {
  datasetId: true,
  version: true,
  contentSha256: true,
  availableAt: true,
  interval: true,
  rowCount: true,
  symbolCount: true,
  startTime: true,
  endTime: true,
  createdAt: true,
} as const;

type DatasetSummary = Pick<Dataset, 'id' | keyof typeof SUMMARY_COLUMNS>;

/** Without the times of each symbol, which may be thousands. */
export type VersionSummary = Pick<DatasetVersion, keyof typeof VERSION_SUMMARY_COLUMNS>;

/** A dataset in a list. */
export interface ListedDataset {
  readonly dataset: DatasetSummary;
  readonly version: VersionSummary & Pick<DatasetVersion, 'columns'>;
}

/** A dataset and one of its versions. */
export interface VersionedDataset {
  readonly dataset: DatasetSummary;
  readonly version: DatasetVersion;
}

/** A version of which all is known but its number. */
export type NewVersion = Omit<DatasetVersion, 'id' | 'datasetId' | 'dataset' | 'version' | 'createdAt'>;

export interface Publication {
  readonly name: string;
  /** The upload; it is deleted where nothing of it is new. */
  readonly partId: number;
  readonly version: NewVersion;
  /** The version that is appended to: it must still be the newest. */
  readonly base?: DatasetVersion;
}

interface Published extends VersionedDataset {
  readonly isNewDataset: boolean;
  readonly isNewVersion: boolean;
}

/** Another version was stored meanwhile, or the dataset was deleted. */
export class DatasetChanged extends Error {}

/** An unfinished run needs the dataset: its kind and id, in words. */
export class DatasetNeeded extends Error {
  constructor(readonly run: string) {
    super();
  }
}

/** Stored datasets by their names, with their versions. */
@Injectable()
export class Datasets {
  constructor(private readonly dataSource: DataSource) {}

  async list(request: PageRequest): Promise<RecordPage<ListedDataset>> {
    const page = await newestRecords(this.dataSource.getRepository(Dataset), request, SUMMARY_COLUMNS);
    const wanted = page.items.map(({ id, version }) => ({ datasetId: id, version }));
    const select = { ...VERSION_SUMMARY_COLUMNS, columns: true } as const;
    const versions =
      wanted.length === 0
        ? []
        : await this.dataSource.manager.find(DatasetVersion, { select, where: wanted });
    const byDataset = new Map(versions.map((version) => [version.datasetId, version]));
    const items = page.items.flatMap((dataset) => {
      const version = byDataset.get(dataset.id);
      return version ? [{ dataset, version }] : [];
    });
    return { ...page, items };
  }

  /** The newest version unless another one is named; null where there is none. */
  async find(name: string, version?: number): Promise<VersionedDataset | null> {
    return find(this.dataSource.manager, name, version);
  }

  /** All versions of a dataset, newest first. */
  versionsOf(datasetId: number): Promise<VersionSummary[]> {
    return this.dataSource.manager.find(DatasetVersion, {
      select: VERSION_SUMMARY_COLUMNS,
      where: { datasetId },
      order: { version: 'DESC' },
    });
  }

  /** Makes an upload readable as the newest version; `approve` sees the dataset under its lock, null where there is none. */
  publish(publication: Publication, approve?: Approval<VersionedDataset | null>): Promise<Published> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `dataset ${publication.name}`,
      ]);
      const { name, partId, version, base } = publication;
      const present = await lock(manager, name);
      await approve?.(present);
      if (base && present?.version.id !== base.id) throw new DatasetChanged();
      if (present?.version.contentSha256 === version.contentSha256) {
        await manager.delete(DatasetPart, { id: partId });
        return { ...present, isNewDataset: false, isNewVersion: false };
      }
      const number = (present?.dataset.version ?? 0) + 1;
      const dataset = await writeDataset(manager, name, number);
      const stored = manager.create(DatasetVersion, { ...version, datasetId: dataset.id, version: number });
      await manager.insert(DatasetVersion, stored);
      await manager.update(DatasetPart, { id: partId }, { datasetId: dataset.id });
      await this.recordStored(manager, dataset, stored);
      return { dataset, version: stored, isNewDataset: present === null, isNewVersion: true };
    });
  }

  /** Whether there was one to delete; throws DatasetNeeded while an unfinished run needs it. */
  delete(name: string, approve: Approval<VersionedDataset>): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const present = await lock(manager, name);
      if (!present) return false;
      await approve(present);
      const run = await findRunInNeedOf(manager, present.dataset.id);
      if (run !== undefined) throw new DatasetNeeded(run);
      await manager.delete(Dataset, { id: present.dataset.id });
      return true;
    });
  }

  private recordStored(
    manager: EntityManager,
    { id, name }: Dataset,
    version: DatasetVersion,
  ): Promise<void> {
    return recordEvents(this.dataSource, manager, 'dataset.stored', [
      {
        id,
        name,
        version: version.version,
        content_sha256: version.contentSha256,
        row_count: version.rowCount,
        column_count: version.columns.length,
        start: formatDateTime(version.startTime.getTime()),
        end: formatDateTime(version.endTime.getTime()),
        created_at: formatDateTime(version.createdAt.getTime()),
      },
    ]);
  }
}

async function find(manager: EntityManager, name: string, number?: number): Promise<VersionedDataset | null> {
  const dataset = await manager.findOneBy(Dataset, { name });
  if (!dataset) return null;
  const version = await manager.findOneBy(DatasetVersion, {
    datasetId: dataset.id,
    version: number ?? dataset.version,
  });
  return version && { dataset, version };
}

async function lock(manager: EntityManager, name: string): Promise<VersionedDataset | null> {
  await manager.query('select id from datasets where name = $1 for update', [name]);
  return find(manager, name);
}

async function writeDataset(manager: EntityManager, name: string, version: number): Promise<Dataset> {
  await manager.query(
    `insert into datasets (name, version) values ($1, $2)
     on conflict (name) do update set version = excluded.version, updated_at = now()`,
    [name, version],
  );
  return manager.findOneByOrFail(Dataset, { name });
}
