import { type AnyFeed, parseFeed as parse } from 'feedsmith';
import type { SourceHeadline } from '../headline-source';
import { stripMarkup } from './strip-markup';

/** More than any feed has; a page of 2 MB could hold forty thousand. */
const MOST_HEADLINES = 500;

interface FeedItem {
  readonly title?: string;
  readonly summary?: string;
  readonly link?: string;
  readonly published?: string;
}

/** The headlines of an RSS, Atom, RDF or JSON feed, in its order. Throws where the text is none of them. */
export function parseFeed(text: string): SourceHeadline[] {
  return itemsOf(parse(text))
    .slice(0, MOST_HEADLINES)
    .map(({ title, summary, link, published }) => ({
      title: stripMarkup(title ?? ''),
      summary: stripMarkup(summary ?? '') || null,
      link: toLink(link),
      publishedAt: toTime(published),
    }))
    .filter(({ title }) => title !== '');
}

function itemsOf({ format, feed }: AnyFeed): FeedItem[] {
  if (format === 'atom') {
    return (feed.entries ?? []).map(({ title, summary, links, published, updated }) => ({
      title: title?.value,
      summary: summary?.value,
      link: (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.[0])?.href,
      published: published ?? updated,
    }));
  }
  if (format === 'json') {
    return (feed.items ?? []).map(({ title, summary, url, date_published }) => {
      return { title, summary, link: url, published: date_published };
    });
  }
  if (format === 'rdf') {
    return (feed.items ?? []).map(({ title, description, link, dc }) => {
      return { title, summary: description, link, published: dc?.dates?.[0] };
    });
  }
  return (feed.items ?? []).map(({ title, description, link, pubDate, dc }) => {
    return { title, summary: description, link, published: pubDate ?? dc?.dates?.[0] };
  });
}

function toLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, href } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** RFC 822 as RSS has it, or ISO 8601; years that a database can hold. */
function toTime(text: string | undefined): Date | null {
  const time = text === undefined ? NaN : Date.parse(text);
  return time >= Date.UTC(1970, 0) && time < Date.UTC(10_000, 0) ? new Date(time) : null;
}
