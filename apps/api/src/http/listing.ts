import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RecordPage } from '#domain/records/records';
import { type CursorKey, encodeCursor } from './cursor';
import { isWithinReach } from './page.dto';
import { addressWithQuery } from './public-address';
import { timeText } from './time-text';

/** What a list answers, and what of it is in headers. */
export interface Listing<T> {
  readonly body: T;
  /** Records in all pages. */
  readonly total: number;
  /** The key of the last item, where records follow; of a list without cursors the number of the next page. */
  readonly next?: CursorKey | { readonly page: number };
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
  return { body: { items: items.map(toItem), total, page, size }, total, next };
}

/** The same of a list without cursors, which leads on by page numbers. */
export function toNumberedListing<Row, Item>(
  query: ListQuery,
  found: RecordPage<Row, CursorKey>,
  toItem: (row: Row) => Item,
): Listing<{ items: Item[]; total: number; page: number; size: number }> {
  const { page, size } = query;
  const following = { page: page + 1, size };
  const follows = page * size < found.total && isWithinReach(following);
  return { ...toListing(query, found, toItem), ...(follows && { next: { page: following.page } }) };
}

/** Sets the headers of a list, and is its body. */
export type ListingAnswer = <T>(query: ListQuery, listing: Listing<T>) => T;

export const ListingAnswer = createParamDecorator((_: unknown, context: ExecutionContext) =>
  listingAnswerOf(context),
);

export function listingAnswerOf(context: ExecutionContext): ListingAnswer {
  const http = context.switchToHttp();
  const response = http.getResponse<Response>();
  return (query, listing) => {
    if (listing.entityTag !== undefined) response.setHeader('etag', listing.entityTag);
    const links = linksOf(http.getRequest<Request>(), query, listing);
    if (links.length > 0) response.setHeader('link', links.join(', '));
    return listing.body;
  };
}

/**
 * RFC 8288. Without a public address the references are relative, a query alone: what a proxy put before the path stays right.
 * Next leads on by cursor where the list has them, also from a page that was requested by its number; by cursor there is no way back
 * but to the first page.
 */
function linksOf(
  request: Request,
  { page, size, cursor, ...filter }: ListQuery,
  { next, total }: Listing<unknown>,
): string[] {
  const given = Object.entries({ ...filter, size } as Record<
    string,
    string | number | boolean | Date | undefined
  >)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value!))}`)
    .join('&');
  const link = (relation: string, position = '') =>
    `<${addressWithQuery(request, given + position)}>; rel="${relation}"`;
  const links: string[] = [];
  if (cursor !== undefined || page > 1) links.push(link('first'));
  if (cursor === undefined && page > 1) links.push(link('prev', `&page=${page - 1}`));
  if (next !== undefined) links.push(link('next', positionOfNext(next)));
  const last = { page: Math.max(1, Math.ceil(total / size)), size };
  if (cursor === undefined && page !== last.page && isWithinReach(last)) {
    links.push(link('last', `&page=${last.page}`));
  }
  return links;
}

function textOf(value: string | number | boolean | Date): string {
  return value instanceof Date ? timeText(value) : String(value);
}

function positionOfNext(next: CursorKey | { readonly page: number }): string {
  return typeof next === 'object' && 'page' in next ? `&page=${next.page}` : `&cursor=${encodeCursor(next)}`;
}
