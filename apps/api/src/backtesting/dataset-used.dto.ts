import type { FixedDataset } from '#domain/backtesting/backtest.entity';
import { CountAnswer, TextAnswer } from '../http/answer-fields';

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

export function toDatasetUsed(dataset: FixedDataset | null): DatasetUsedRead | null {
  return dataset && { name: dataset.name, version: dataset.version, content_sha256: dataset.contentSha256 };
}
