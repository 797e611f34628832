import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { countRecords, type RecordPage } from '../records/records';
import { StoredHeadline } from './stored-headline.entity';

export const LONGEST_TITLE_CHARACTERS = 500;
export const LONGEST_SUMMARY_CHARACTERS = 5_000;

/** What is shown of a headline. */
export type Headline = Omit<StoredHeadline, 'fingerprint'>;

const SHOWN = {
  id: true,
  source: true,
  link: true,
  title: true,
  summary: true,
  publishedAt: true,
  fetchedAt: true,
  symbols: true,
} as const satisfies Record<keyof Headline, true>;

/** Held for the time of one statement. */
const INSERT_LOCK_KEY = 8_003_176_401;

export interface HeadlineToStore {
  readonly source: string;
  readonly link: string | null;
  /** Longer than may be is cut. */
  readonly title: string;
  readonly summary: string | null;
  /** Null where nobody knows: then it is new now. */
  readonly publishedAt: Date | null;
  readonly symbols: readonly string[];
}

/** Where a read of the newest headlines goes on, after the last one read. */
interface HeadlineKey {
  readonly publishedAt: Date;
  readonly id: number;
}

@Injectable()
export class Headlines {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores those that are new; the same link, or without one the same title at the same time, is not. Answers how many were. */
  async insert(headlines: readonly HeadlineToStore[]): Promise<number> {
    // Those that are there are left out first: a conflict would use up a number each time a feed says the same again. One
    // statement after the other: two that bring the same in another order would wait for each other.
    const [{ inserted }] = await this.dataSource.query<{ inserted: number }[]>(
      `with given as (
         select distinct on (fingerprint) * from jsonb_to_recordset($1::jsonb) as given (
           position integer, fingerprint text, source text, link text, title text, summary text,
           published_at timestamptz, symbols text[])
         order by fingerprint, position
       ), turn as materialized (
         select pg_advisory_xact_lock(${INSERT_LOCK_KEY})
       ), stored as (
         insert into headlines (fingerprint, source, link, title, summary, published_at, symbols)
         select fingerprint, source, link, title, summary, coalesce(published_at, date_trunc('milliseconds', now())), symbols
         from turn cross join given
         where not exists (select from headlines where headlines.fingerprint = given.fingerprint)
         order by position
         on conflict (fingerprint) do nothing returning 1
       )
       select count(*)::integer as inserted from stored`,
      [JSON.stringify(headlines.map(toRow))],
    );
    return inserted;
  }

  /** Says of stored ones that they are about these symbols, too: a story is in the feeds of several. */
  async addSymbols(headlines: readonly HeadlineToStore[], symbols: readonly string[]): Promise<void> {
    // Locked in the order of their ids: feeds that publish the same in another order must not wait for each other.
    await this.dataSource.query(
      `with matching as (
         select id from headlines where fingerprint = any($1::text[]) and not symbols @> $2::text[] order by id for update)
       update headlines set symbols = symbols || array(select unnest($2::text[]) except select unnest(symbols))
       from matching where headlines.id = matching.id`,
      [headlines.map(fingerprintOf), symbols],
    );
  }

  /** A page of all, newest first. */
  async newest({ offset, limit }: { offset: number; limit: number }): Promise<RecordPage<Headline>> {
    const repository = this.dataSource.getRepository(StoredHeadline);
    const [items, total] = await Promise.all([
      repository.find({
        select: SHOWN,
        order: { publishedAt: 'DESC', id: 'DESC' },
        skip: offset,
        take: limit,
      }),
      countRecords(repository),
    ]);
    return { items, total };
  }

  /** Those published between two times, both included, newest first, after a key where one is given. */
  async between(
    { from, to }: { from: Date; to: Date },
    { limit, before }: { limit: number; before?: HeadlineKey },
  ): Promise<Headline[]> {
    const query = this.dataSource
      .getRepository(StoredHeadline)
      .createQueryBuilder('headline')
      .select(Object.keys(SHOWN).map((column) => `headline.${column}`))
      .where('headline.publishedAt between :from and :to', { from, to })
      .orderBy('headline.publishedAt', 'DESC')
      .addOrderBy('headline.id', 'DESC')
      .limit(limit);
    if (before) query.andWhere('(headline.publishedAt, headline.id) < (:publishedAt, :id)', before);
    return query.getMany();
  }
}

function toRow({ source, link, title, summary, publishedAt, symbols }: HeadlineToStore, position: number) {
  return {
    position,
    fingerprint: fingerprintOf({ source, link, title, publishedAt }),
    source,
    link,
    title: cut(title, LONGEST_TITLE_CHARACTERS),
    summary: summary === null ? null : cut(summary, LONGEST_SUMMARY_CHARACTERS),
    published_at: publishedAt,
    symbols,
  };
}

function fingerprintOf({
  source,
  link,
  title,
  publishedAt,
}: Pick<HeadlineToStore, 'source' | 'link' | 'title' | 'publishedAt'>): string {
  const identity = link === null ? [source, title, publishedAt] : [link];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** By characters as people count them: no surrogate pair is halved. */
function cut(text: string, characters: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= characters) return trimmed;
  return Array.from(trimmed.slice(0, 2 * characters))
    .slice(0, characters)
    .join('')
    .trimEnd();
}
