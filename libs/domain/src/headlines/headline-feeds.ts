import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface FeedClaim {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Failures since the last success. */
  readonly attempts: number;
}

/** A little less than the ten minutes between two rounds, which begin some seconds early or late. */
const REST_SECONDS = 9.5 * 60;

const IS_DUE = `(asked_at is null or asked_at < now() - make_interval(secs => ${REST_SECONDS}))`;

/** When each feed was requested: however many workers and jobs there are, none is requested twice in ten minutes. */
@Injectable()
export class HeadlineFeeds {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes the feeds that have rested. Who takes them and is lost leaves them to the next round. */
  async claim(urls: readonly string[]): Promise<FeedClaim[]> {
    await this.dataSource.query(
      'insert into headline_feeds (url) select unnest($1::text[]) on conflict (url) do nothing',
      [urls],
    );
    const [rows] = await this.dataSource.query<[FeedClaim[], number]>(
      `update headline_feeds set asked_at = now() where url = any($1::text[]) and ${IS_DUE}
       returning url, etag, last_modified as "lastModified", attempts`,
      [urls],
    );
    return rows;
  }

  async succeed(
    url: string,
    { etag, lastModified }: { etag: string | null; lastModified: string | null },
  ): Promise<void> {
    await this.dataSource.query(
      `update headline_feeds set etag = $2, last_modified = $3, succeeded_at = now(), attempts = 0, last_error = null
       where url = $1`,
      [url, etag, lastModified],
    );
  }

  async fail(url: string, error: string): Promise<void> {
    await this.dataSource.query(
      'update headline_feeds set attempts = attempts + 1, last_error = $2 where url = $1',
      [url, error],
    );
  }

  /** Gives a feed back unasked: its worker stops in good order. */
  async release(url: string): Promise<void> {
    await this.dataSource.query('update headline_feeds set asked_at = null where url = $1', [url]);
  }

  /** Whether one of the feeds has rested, or was never requested. */
  async isDue(urls: readonly string[]): Promise<boolean> {
    const [{ due }] = await this.dataSource.query<{ due: boolean }[]>(
      `select exists (
         select from unnest($1::text[]) as feed (url) left join headline_feeds using (url) where ${IS_DUE}) as due`,
      [urls],
    );
    return due;
  }
}
