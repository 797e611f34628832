import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Headlines } from '#domain/headlines/headlines';
import { SymbolHeadlines } from '#domain/headlines/symbol-headlines';
import { JobRuns } from '#domain/job-runs/job-runs';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { JobOutbox } from '#messaging/job-outbox';
import { JOBS } from '#messaging/jobs';
import { unprocessable } from '../http/api-error';
import { toListing } from '../http/listing';
import { offsetOf } from '../http/page.dto';
import {
  type HeadlineFetchReceipt,
  type HeadlinesQuery,
  type HeadlinesReceipt,
  type NewHeadline,
  toHeadlineFetchReceipt,
  toHeadlineRead,
  toHeadlineToStore,
} from './headlines.dto';

@Injectable()
export class HeadlinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly headlines: Headlines,
    private readonly symbolHeadlines: SymbolHeadlines,
    private readonly runs: JobRuns,
    private readonly outbox: JobOutbox,
  ) {}

  async store(given: readonly NewHeadline[]): Promise<HeadlinesReceipt> {
    const errors = given.flatMap((headline, index) => problemsOf(headline, `headlines.${index}`));
    if (errors.length > 0) throw unprocessable(errors);
    const inserted = await this.headlines.insert(given.map(toHeadlineToStore));
    return { received: given.length, inserted, unchanged: given.length - inserted };
  }

  async list(query: HeadlinesQuery) {
    const [offset, limit] = [offsetOf(query), query.size];
    if (query.symbol === undefined) {
      return toListing(query, await this.headlines.newest({ offset, limit }), toHeadlineRead);
    }
    const found = await this.symbolHeadlines.find(query.symbol, new Date());
    const page = { items: found.slice(offset, offset + limit), total: found.length };
    return toListing(query, page, toHeadlineRead);
  }

  async fetch(): Promise<HeadlineFetchReceipt> {
    this.outbox.dispatch(await this.runs.hasten(this.dataSource.manager, JOBS['headline-fetch']));
    return toHeadlineFetchReceipt(Date.now());
  }
}

function problemsOf({ title, link, published_at }: NewHeadline, path: string) {
  const latest = Date.now() + DAY_MILLISECONDS;
  return [
    ...(title.trim() === '' ? [{ field: `${path}.title`, message: 'must not be blank' }] : []),
    ...(link && !isWebAddress(link)
      ? [{ field: `${path}.link`, message: 'must be an http or https address' }]
      : []),
    ...(published_at.getTime() > latest
      ? [{ field: `${path}.published_at`, message: 'must not be more than a day from now' }]
      : []),
  ];
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol);
}
