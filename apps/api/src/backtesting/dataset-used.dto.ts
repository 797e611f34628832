import type { FixedDataset } from '#domain/backtesting/backtest.entity';
import { CountAnswer, ObjectAnswer, TextAnswer } from '../http/answer-fields';

export class DatasetUsedRead {
  @TextAnswer({ description: 'Name of the dataset', example: 'model' })
  name: string;

  @CountAnswer('no unit', {
    description: 'Number of the version that was fixed when the run was submitted',
    example: 2,
  })
  version: number;

  @TextAnswer({ description: 'SHA-256 of the version, as hexadecimal digits', example: '5f0c26a1…' })
  content_sha256: string;
}

/** A list of a run's datasets. */
export function DatasetsUsedProperty(): PropertyDecorator {
  return ObjectAnswer([DatasetUsedRead], {
    description:
      'The datasets that the strategy reads, each by the version that was fixed when the run was submitted',
  });
}

export function toDatasetsUsed(datasets: readonly FixedDataset[] | null): DatasetUsedRead[] {
  return (datasets ?? []).map(({ name, version, contentSha256 }) => ({
    name,
    version,
    content_sha256: contentSha256,
  }));
}
