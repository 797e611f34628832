import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { RecordPage } from '#domain/records/records';
import { type CursorKey, encodeCursor } from './cursor';

/** What a list answers, and what of it is in headers. */
export interface Listing<T> {
  readonly body: T;
  /** The key of the last item, where records follow. */
  readonly next?: CursorKey;
  /** The answer's strong tag, where it is known without the body. */
  readonly entityTag?: string;
}

interface ListQuery {
  readonly page: number;
  readonly size: number;
  readonly cursor?: CursorKey;
}

/** PageResponse. With a cursor `page` stays 1: it is the first page of what follows. */
export function toListing<Row, Item>(
  { page, size }: ListQuery,
  { items, total, next }: RecordPage<Row, CursorKey>,
  toItem: (row: Row) => Item,
): Listing<{ items: Item[]; total: number; page: number; size: number }> {
  return { body: { items: items.map(toItem), total, page, size }, next };
}

/** Sets the headers of a list, and is its body. */
export type ListingAnswer = <T>(query: ListQuery, listing: Listing<T>) => T;

export const ListingAnswer = createParamDecorator((_: unknown, context: ExecutionContext): ListingAnswer => {
  const response = context.switchToHttp().getResponse<Response>();
  return (query, { body, next, entityTag }) => {
    if (entityTag !== undefined) response.setHeader('etag', entityTag);
    const links = linksOf(query, next);
    if (links.length > 0) response.setHeader('link', links.join(', '));
    return body;
  };
});

/**
 * RFC 8288. The references are relative, a query alone: what a proxy put before the path stays right. Next leads on by
 * cursor, also from a page that was requested by its number.
 */
function linksOf({ page, size, cursor, ...filter }: ListQuery, next: CursorKey | undefined): string[] {
  const given = Object.entries({ ...filter, size } as Record<string, string | number | undefined>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
    .join('&');
  return [
    ...(cursor !== undefined || page > 1 ? [`<?${given}>; rel="first"`] : []),
    ...(next !== undefined ? [`<?${given}&cursor=${encodeCursor(next)}>; rel="next"`] : []),
  ];
}
