import { Controller, Delete, Get, Patch, Put, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DATASET_FORMATS } from '#engine/datasets/dataset-lines';
import { ExportSlots } from '../http/exports.module';
import { IfMatch } from '../http/if-match';
import { ListingAnswer } from '../http/listing';
import { pointTo } from '../http/located-answer';
import { errorAnswer, Operation, pageSchema } from '../http/operation';
import { RecordPageQuery } from '../http/page.dto';
import { csvInPieces, negotiate, requireChunks } from '../http/streamed-file';
import { Uploads } from '../http/uploads/uploads';
import { CheckedPath, CheckedQuery } from '../http/validation/pipes';
import { DatasetPath, DatasetRowsQuery, DatasetVersionQuery, StoreDatasetQuery } from './dataset-query.dto';
import { ROWS_PAGE } from './dataset-rows.dto';
import { DatasetRowsService } from './dataset-rows.service';
import { DatasetRead, DatasetSummaryRead, DatasetWriteRead } from './datasets.dto';
import { DatasetsService } from './datasets.service';

const DATASETS = '/api/v1/datasets';
/** Bodies of any length. */
export const DATASET_PATH = new RegExp(`^${DATASETS}/[^/]+$`);

const ABSENT = { 404: errorAnswer('There is no such dataset or version', 'No dataset with the name model') };
const PAUSED = {
  408: errorAnswer(
    'The body paused for UPLOAD_IDLE_SECONDS',
    'The body brought nothing for 60 seconds; nothing of it is stored, and sending all of it again does no harm',
  ),
};
const CONFLICT = (detail: string) => ({ 409: errorAnswer('The dataset cannot be changed now', detail) });

const ROWS_FORMATS = ['application/json', 'text/csv'] as const;
const ROWS = 'The rows of a dataset';

const BODY = {
  required: true,
  description:
    'CSV with a header, or NDJSON, an object with the same names on each line: time, symbol where rows have one, and up to 400 columns. ' +
    'time is an RFC 3339 date-time, YYYY-MM-DD, or unix seconds or milliseconds, and ascends for each symbol. No value is an empty field or null. ' +
    'A first column of CSV without a name is time. Either may be gzip. Any length; 64 KiB a line.',
  content: {
    'application/x-ndjson': {
      schema: { type: 'string', example: '{"time":"2024-01-02T00:00:00Z","target":0.5,"label":"calm"}' },
    },
    'text/csv': {
      schema: { type: 'string', example: 'time,target,label\n2024-01-02,0.5,calm\n2024-01-03,-1,wild\n' },
    },
  },
} as const;

const LIMITS =
  'Nothing is stored where a line breaks a rule: the answer names line and column. A body may last any time as long as it does not pause for UPLOAD_IDLE_SECONDS. ' +
  'At most 4 uploads per process and 2 per subject run at a time (429).';

@ApiTags('Datasets')
@ApiExtraModels(DatasetSummaryRead)
@Controller(DATASETS)
export class DatasetsController {
  constructor(
    private readonly service: DatasetsService,
    private readonly rows: DatasetRowsService,
    private readonly uploads: Uploads,
    private readonly exports: ExportSlots,
  ) {}

  @Get()
  @Operation({
    summary: 'List datasets',
    description: 'Newest first, each by its newest version.',
    answer: { description: 'A page of datasets', schema: pageSchema(DatasetSummaryRead) },
  })
  async listDatasets(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Get(':name')
  @Operation({
    summary: 'Describe a dataset',
    description: 'Columns with their types, ranges and missing values, rows, range, hash and all versions.',
    answer: { description: 'The dataset', type: DatasetRead },
    otherAnswers: ABSENT,
  })
  readDataset(@CheckedPath() { name }: DatasetPath, @CheckedQuery() { version }: DatasetVersionQuery) {
    return this.service.read(name, version);
  }

  @Get(':name/rows')
  @Operation({
    summary: 'Read the rows of a dataset',
    description:
      'A page of rows in the sequence in which they were sent, or with Accept: text/csv all of them, as PUT takes them, which counts as an export. ' +
      'The cursor in the Link header stays in the version of the first page.',
    answer: {
      description: 'A page of rows, or all of them as CSV',
      content: {
        'application/json': { schema: ROWS_PAGE },
        'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header' } },
      },
    },
    otherAnswers: {
      ...ABSENT,
      406: errorAnswer(
        'Accept allows neither',
        `${ROWS} is ${ROWS_FORMATS.join(' or ')}; Accept allows neither`,
      ),
      426: errorAnswer('HTTP/1.0', `${ROWS} as CSV has no length in advance, which HTTP/1.0 cannot take`),
    },
  })
  async listDatasetRows(
    @CheckedPath() { name }: DatasetPath,
    @CheckedQuery() query: DatasetRowsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    response.vary('Accept');
    if (negotiate(request, ROWS_FORMATS, ROWS) === 'application/json')
      return answer(query, await this.rows.page(name, query));
    requireChunks(request, `${ROWS} as CSV`);
    this.exports.holdUntilSent(request, response);
    return csvInPieces(response, await this.rows.csv(name, query.version));
  }

  @Put(':name')
  @Operation({
    summary: 'Store a dataset',
    description:
      'Stores the rows as the newest version of the dataset, which is created where there is none; earlier versions stay. Rows that the newest version has already change nothing. ' +
      `Either available_at or interval is required: without it nobody knows from when a row is known. ${LIMITS}`,
    requestBody: BODY,
    answer: { description: 'The dataset with its new version', type: DatasetWriteRead },
    otherAnswers: { 201: { description: 'The dataset, which is new', type: DatasetWriteRead }, ...PAUSED },
  })
  async storeDataset(
    @CheckedPath() { name }: DatasetPath,
    @CheckedQuery() query: StoreDatasetQuery,
    @Req() request: Request,
    @IfMatch() ifMatch: IfMatch,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { answer, isNew } = await this.uploads.receive(request, DATASET_FORMATS, (body) =>
      this.service.store(name, body, query, ifMatch),
    );
    if (isNew) pointTo(response.status(201), `${DATASETS}/${name}`);
    return answer;
  }

  @Patch(':name')
  @Operation({
    summary: 'Append to a dataset',
    description: `Stores the rows after those of the newest version, as a version of its own: the same columns, and for each symbol later times. ${LIMITS}`,
    requestBody: BODY,
    answer: { description: 'The dataset with its new version', type: DatasetWriteRead },
    otherAnswers: {
      ...ABSENT,
      ...CONFLICT(
        'Another version of model was stored while the rows arrived, or it was deleted: nothing of it is stored; send the rows again',
      ),
      ...PAUSED,
    },
  })
  async updateDataset(
    @CheckedPath() { name }: DatasetPath,
    @Req() request: Request,
    @IfMatch() ifMatch: IfMatch,
  ) {
    const { answer } = await this.uploads.receive(request, DATASET_FORMATS, (body) =>
      this.service.append(name, body, ifMatch),
    );
    return answer;
  }

  @Delete(':name')
  @Operation({
    summary: 'Delete a dataset',
    description:
      'Deletes the dataset with all of its versions. Completed runs keep their results; they cannot be verified any more.',
    status: 204,
    answer: { description: 'Deleted' },
    otherAnswers: {
      ...ABSENT,
      ...CONFLICT(
        'The unfinished backtest 42 needs the dataset model: wait until it is over, or delete it first',
      ),
    },
  })
  deleteDataset(@CheckedPath() { name }: DatasetPath, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(name, ifMatch);
  }
}
