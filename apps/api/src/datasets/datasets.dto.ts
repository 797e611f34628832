import type { ListedDataset, VersionedDataset, VersionSummary } from '#domain/datasets/datasets';
import { type ColumnSummary, STORED_TYPES, type StoredType } from '#engine/datasets/dataset-column';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import {
  CountAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { timeText } from '../http/time-text';

const HASH = '5f0c26a1b8c6b8f0f5d0a6b4b5d1f0e5c3a7f0b2c9d8e7f6a5b4c3d2e1f0a9b8';

export class DatasetVersionRead {
  @CountAnswer('no unit', { description: 'Number of the version, 1 for the first', example: 2 })
  version: number;

  @TextAnswer({
    description: 'SHA-256 of names, types and values, however they were sent, as hexadecimal digits',
    example: HASH,
  })
  content_sha256: string;

  @CountAnswer('records', { description: 'Rows', example: 5105 })
  row_count: number;

  @TimeAnswer({ description: 'Earliest time of a row', example: '2000-01-03T00:00:00Z' })
  start: string;

  @TimeAnswer({ description: 'Latest time of a row', example: '2020-04-17T00:00:00Z' })
  end: string;

  @TimeAnswer({ description: 'When the version was stored', example: '2024-01-02T09:30:00Z' })
  created_at: string;
}

/** A dataset in a list, by its newest version. */
export class DatasetSummaryRead extends DatasetVersionRead {
  @TextAnswer({ description: 'Name of the dataset', example: 'model' })
  name: string;

  @TextAnswer({
    description: 'The column with the time from which a row is known; null: interval says it',
    example: null,
    nullable: true,
  })
  available_at_column: string | null;

  @WordAnswer(INTERVALS, {
    description:
      'Length of the bars that time is the open of: a row is known at the close; null: a column says it',
    example: '1d',
    nullable: true,
  })
  interval: string | null;

  @CountAnswer('series', { description: 'Symbols; null where rows have none', example: null, nullable: true })
  symbol_count: number | null;

  @CountAnswer('no unit', { description: 'Columns beside time and symbol', example: 3 })
  column_count: number;
}

class DatasetColumnRead {
  @TextAnswer({ description: 'Name of the column', example: 'target' })
  name: string;

  @WordAnswer(STORED_TYPES, { description: 'What its values are', example: 'number' })
  type: StoredType;

  @CountAnswer('records', { description: 'Rows without a value', example: 0 })
  nulls: number;

  @NumberAnswer('unit of the column', {
    description: 'Smallest value; null where it is not of numbers or has none',
    example: -1,
    nullable: true,
  })
  minimum: number | null;

  @NumberAnswer('unit of the column', {
    description: 'Largest value; null where it is not of numbers or has none',
    example: 1,
    nullable: true,
  })
  maximum: number | null;

  @TimeAnswer({
    description: 'Earliest value of a column of times, else null',
    example: null,
    nullable: true,
  })
  start: string | null;

  @TimeAnswer({ description: 'Latest value of a column of times, else null', example: null, nullable: true })
  end: string | null;
}

export class DatasetRead extends DatasetSummaryRead {
  @ObjectAnswer([DatasetColumnRead], {
    description: 'Columns beside time and symbol, in the sequence of the file',
  })
  columns: DatasetColumnRead[];

  @ObjectAnswer([DatasetVersionRead], { description: 'All versions, newest first' })
  versions: DatasetVersionRead[];
}

export class DatasetWriteRead extends DatasetRead {
  @CountAnswer('records', { description: 'Rows that were sent', example: 5105 })
  received: number;

  @CountAnswer('records', { description: 'Rows that are stored by this request', example: 5105 })
  inserted: number;

  @CountAnswer('records', {
    description:
      'Rows that the newest version has already: all or none, and where all there is no new version',
    example: 0,
  })
  unchanged: number;
}

function toVersion(version: VersionSummary): DatasetVersionRead {
  return {
    version: version.version,
    content_sha256: version.contentSha256,
    row_count: version.rowCount,
    start: timeText(version.startTime),
    end: timeText(version.endTime),
    created_at: timeText(version.createdAt),
  };
}

export function toDatasetSummary({ dataset, version }: ListedDataset): DatasetSummaryRead {
  return Object.assign({ name: dataset.name }, toVersion(version), {
    available_at_column: version.availableAt,
    interval: version.interval,
    symbol_count: version.symbolCount,
    column_count: version.columns.length,
  });
}

export function toDatasetRead(found: VersionedDataset, versions: readonly VersionSummary[]): DatasetRead {
  return Object.assign(toDatasetSummary(found), {
    columns: found.version.columns.map(toColumn),
    versions: versions.map(toVersion),
  });
}

function toColumn({ name, type, nulls, minimum, maximum }: ColumnSummary): DatasetColumnRead {
  if (type !== 'time') return { name, type, nulls, minimum, maximum, start: null, end: null };
  const [start, end] = [minimum, maximum].map((time) => (time === null ? null : formatDateTime(time)));
  return { name, type, nulls, minimum: null, maximum: null, start, end };
}
