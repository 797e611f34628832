import { Injectable } from '@nestjs/common';
import { ContentHash } from '#domain/datasets/content-hash';
import { DatasetParts } from '#domain/datasets/dataset-parts';
import { columnsOf, DatasetReader } from '#domain/datasets/dataset-reader';
import type { NewVersion, VersionedDataset } from '#domain/datasets/datasets';
import { joinSummaries } from '#engine/datasets/dataset-column';
import type { DATASET_FORMATS } from '#engine/datasets/dataset-lines';
import type { DatasetRows, RowsSummary } from '#engine/datasets/dataset-rows';
import { isBlankLine, readTextLines } from '#platform/text/read-text-lines';
import { ApiError, unprocessable } from '../http/api-error';
import { toUploadAnswer } from '../http/uploads/refused-lines';
import type { UploadBody } from '../http/uploads/upload-body';
import { DatasetLineReader } from './dataset-line-reader';
import type { UploadSetting } from './upload-setting';

export type DatasetBody = UploadBody<typeof DATASET_FORMATS>;

const LONGEST_LINE_BYTES = 64 * 1024;

export interface UploadedPart {
  readonly partId: number;
  readonly received: number;
  readonly version: NewVersion;
}

/** Stores the rows of a body of any length while it comes in, as a part that nobody can read yet; a failure deletes it. */
@Injectable()
export class DatasetUpload {
  constructor(
    private readonly parts: DatasetParts,
    private readonly reader: DatasetReader,
  ) {}

  async receive(body: DatasetBody, setting: UploadSetting): Promise<UploadedPart> {
    const partId = await this.parts.begin();
    try {
      const storing = new BlockQueue(partId, this.parts, () => this.hashOf(setting.base));
      const { rows, hash } = await readRows(body, setting, storing);
      const summary = rows.finish();
      if ('problems' in summary) throw unprocessable(summary.problems);
      return { partId, received: summary.rows, version: versionOf(partId, summary, setting, hash) };
    } catch (error) {
      await this.parts.discard(partId);
      throw toUploadAnswer(error, 'nothing of it is stored');
    }
  }

  discard(partId: number): Promise<void> {
    return this.parts.discard(partId);
  }

  /** That of what is appended to, of which the rows follow. */
  private async hashOf(base: VersionedDataset | undefined): Promise<ContentHash> {
    const hash = new ContentHash();
    if (base) {
      for await (const rows of this.reader.readAll(base.version, columnsOf(base.version))) hash.update(rows);
    }
    return hash;
  }
}

async function readRows(
  { format, chunks }: DatasetBody,
  setting: UploadSetting,
  storing: BlockQueue,
): Promise<{ rows: DatasetRows; hash: ContentHash }> {
  const reader = new DatasetLineReader(format, setting);
  try {
    for await (const { firstLine, lines } of readTextLines(chunks, {
      longestLineBytes: LONGEST_LINE_BYTES,
    })) {
      for (const [index, text] of lines.entries()) {
        if (isBlankLine(text)) continue;
        reader.read(text, firstLine + index);
        if (reader.rows?.isFull) await storing.add(reader.rows);
      }
      if (reader.problems.length > 0) throw unprocessable(reader.problems);
    }
    if (reader.rows?.waiting) await storing.add(reader.rows);
  } finally {
    await storing.finish();
  }
  if (reader.rows && storing.hash) return { rows: reader.rows, hash: storing.hash };
  throw new ApiError({ status: 422, detail: 'The body holds no rows', code: 'INVALID_PARAMETER' });
}

/** Stores one block after the other, the one while the next is read; no more of the body is taken than that. */
class BlockQueue {
  hash: ContentHash | undefined;
  private sequence = 0;
  private underWay = Promise.resolve();

  constructor(
    private readonly partId: number,
    private readonly parts: DatasetParts,
    private readonly beginHash: () => Promise<ContentHash>,
  ) {}

  async add(rows: DatasetRows): Promise<void> {
    const block = rows.takeBlock();
    this.hash ??= await this.beginHash();
    this.hash.update(block);
    await this.underWay;
    this.underWay = this.parts.store(this.partId, this.sequence++, block);
    // Whoever waits for it next gets its failure.
    this.underWay.catch(() => undefined);
  }

  finish(): Promise<void> {
    return this.underWay;
  }
}

function versionOf(
  partId: number,
  summary: RowsSummary,
  { availableAt, interval, base }: UploadSetting,
  hash: ContentHash,
): NewVersion {
  const before = base?.version;
  const columns = before
    ? before.columns.map((column, index) => joinSummaries(column, summary.columns[index]))
    : summary.columns;
  const symbolCount = summary.hasSymbol ? summary.lastTimes.size : null;
  const described = columnsOf({ columns, symbolCount });
  return {
    contentSha256: hash.digest({
      names: described.map(({ name }) => name),
      types: described.map(({ type }) => type),
      availableAt,
      interval,
    }),
    parts: [...(before?.parts ?? []), partId],
    columns,
    availableAt,
    interval,
    rowCount: (before?.rowCount ?? 0) + summary.rows,
    symbolCount,
    startTime: new Date(Math.min(before?.startTime.getTime() ?? Infinity, summary.start)),
    endTime: new Date(Math.max(before?.endTime.getTime() ?? -Infinity, summary.end)),
    lastTimes: [...summary.lastTimes],
  };
}
