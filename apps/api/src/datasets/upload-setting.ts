import type { VersionedDataset } from '#domain/datasets/datasets';
import { COLUMN_TYPES, type StoredType } from '#engine/datasets/dataset-column';
import type { Interval } from '#engine/market/interval';
import { unprocessable } from '../http/api-error';
import type { StoreDatasetQuery } from './dataset-query.dto';

/** What is known of the rows of an upload before they arrive. */
export interface UploadSetting {
  readonly availableAt: string | null;
  readonly interval: Interval | null;
  readonly types: ReadonlyMap<string, StoredType>;
  /** What the rows are appended to. */
  readonly base?: VersionedDataset;
}

/** Of a dataset that is stored anew; throws where it does not say when a row is known. */
export function settingOf({ available_at, interval, types }: StoreDatasetQuery): UploadSetting {
  if ((available_at === undefined) === (interval === undefined)) {
    const message =
      'or interval is required, and only one of them: the column with the time from which a row is known, or the length of the bars that time is the open of';
    throw unprocessable([{ field: 'available_at', message }]);
  }
  return { availableAt: available_at ?? null, interval: interval ?? null, types: readTypes(types) };
}

/** Of rows that are appended. */
export function settingOfMore(base: VersionedDataset): UploadSetting {
  const { availableAt, interval, columns } = base.version;
  return { availableAt, interval, types: new Map(columns.map(({ name, type }) => [name, type])), base };
}

function readTypes(text: string | undefined): ReadonlyMap<string, StoredType> {
  const types = new Map<string, StoredType>();
  for (const declared of text?.split(',') ?? []) {
    // The name may have a colon itself.
    const end = declared.lastIndexOf(':');
    const type = COLUMN_TYPES.find((known) => known === declared.slice(end + 1).trim());
    const name = declared.slice(0, Math.max(0, end)).trim();
    if (type === undefined || name === '' || types.has(name)) {
      const message = `must be name:type, separated by commas, each name once and each type one of ${COLUMN_TYPES.join(', ')}`;
      throw unprocessable([{ field: 'types', message }]);
    }
    types.set(name, type);
  }
  return types;
}
