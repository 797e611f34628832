import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { storableText } from '../postgres/storable-text';
import { HeadlineFeed } from './headline-feed.entity';

/** A little less than the ten minutes between two polls, for those that begin some seconds early. */
const REST_SECONDS = 9.5 * 60;

/** When each feed was requested: none is requested twice in ten minutes. */
@Injectable()
export class HeadlineFeeds {
  constructor(private readonly dataSource: DataSource) {}

  async track(manager: EntityManager, urls: readonly string[]): Promise<void> {
    await manager.query(
      'insert into headline_feeds (url) select unnest($1::text[]) on conflict (url) do nothing',
      [urls],
    );
  }

  /** With how long it must rest still. */
  async find(url: string): Promise<{ readonly feed: HeadlineFeed; readonly restSeconds: number } | null> {
    const feed = await this.dataSource.manager.findOneBy(HeadlineFeed, { url });
    const [rest] = await this.dataSource.query<({ seconds: number } | undefined)[]>(
      `select coalesce(${REST_SECONDS} - extract(epoch from now() - asked_at), 0)::float8 as seconds
       from headline_feeds where url = $1`,
      [url],
    );
    return feed && rest ? { feed, restSeconds: Math.max(0, rest.seconds) } : null;
  }

  async succeed(
    manager: EntityManager,
    url: string,
    { etag, lastModified }: Pick<HeadlineFeed, 'etag' | 'lastModified'>,
  ): Promise<void> {
    await manager.query(
      `update headline_feeds
       set asked_at = now(), etag = $2, last_modified = $3, succeeded_at = now(), attempts = 0, last_error = null
       where url = $1`,
      [url, etag, lastModified],
    );
  }

  async fail(manager: EntityManager, url: string, error: string): Promise<void> {
    await manager.query(
      'update headline_feeds set asked_at = now(), attempts = attempts + 1, last_error = $2 where url = $1',
      [url, storableText(error)],
    );
  }
}
