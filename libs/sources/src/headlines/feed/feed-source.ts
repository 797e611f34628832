import type { IncomingMessage } from 'node:http';
import { ACCEPTED_ENCODINGS, readText } from '../../http/read-body';
import { requestSafely } from '../../http/safe-request';
import { SourceFailure } from '../../source-failure';
import type { FeedVersion, FetchedFeed, HeadlineSource, SourceHeadline } from '../headline-source';
import { parseInThread } from './parse-in-thread';
import { isPublicAddress } from './public-address';

const TIMEOUT_MILLISECONDS = 5_000;
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_VERSION_CHARACTERS = 1_024;

interface FeedSourceSettings {
  /** Whether addresses of this machine and its network may be requested, too: for intranets and tests. */
  readonly allowPrivate?: boolean;
  /** For all of it: redirects, body and parsing. */
  readonly timeoutMilliseconds?: number;
  /** Throws where the text is no feed. */
  readonly parse?: (text: string, signal: AbortSignal) => Promise<SourceHeadline[]>;
}

/** Headlines from RSS, Atom, RDF and JSON feeds of strangers. Failures name no address: it may hold a key. */
export class FeedSource implements HeadlineSource {
  private readonly allowPrivate: boolean;
  private readonly timeoutMilliseconds: number;
  private readonly parse: (text: string, signal: AbortSignal) => Promise<SourceHeadline[]>;

  constructor({
    allowPrivate = false,
    timeoutMilliseconds = TIMEOUT_MILLISECONDS,
    parse = parseInThread,
  }: FeedSourceSettings = {}) {
    this.allowPrivate = allowPrivate;
    this.timeoutMilliseconds = timeoutMilliseconds;
    this.parse = parse;
  }

  async fetch(url: string, known: FeedVersion, signal: AbortSignal): Promise<FetchedFeed | null> {
    const late = AbortSignal.timeout(this.timeoutMilliseconds);
    const either = AbortSignal.any([signal, late]);
    try {
      const response = await requestSafely(url, {
        headers: headersFor(known),
        signal: either,
        isAllowed: this.allowPrivate ? () => true : isPublicAddress,
      });
      return await this.read(response, either);
    } catch (error) {
      if (signal.aborted || error instanceof SourceFailure) throw error;
      if (late.aborted) {
        throw new SourceFailure('unreachable', `no feed within ${this.timeoutMilliseconds / 1000} s`);
      }
      const { code } = error as NodeJS.ErrnoException;
      throw new SourceFailure('unreachable', `the connection failed: ${code ?? (error as Error).message}`);
    }
  }

  private async read(response: IncomingMessage, signal: AbortSignal): Promise<FetchedFeed | null> {
    const { statusCode: status, headers } = response;
    if (status !== 200) {
      response.destroy();
      if (status === 304) return null;
      throw new SourceFailure(status === 429 ? 'rate limited' : 'unreachable', `it answered ${status}`);
    }
    const text = await readText(response, MOST_BYTES, signal);
    return {
      headlines: await this.headlinesOf(text, signal),
      etag: versionOf(headers.etag),
      lastModified: versionOf(headers['last-modified']),
    };
  }

  private async headlinesOf(text: string, signal: AbortSignal): Promise<SourceHeadline[]> {
    try {
      return await this.parse(text, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      throw new SourceFailure('malformed', 'it is no RSS, Atom, RDF or JSON feed', { cause: error });
    }
  }
}

function headersFor({ etag, lastModified }: FeedVersion): Record<string, string> {
  return {
    accept:
      'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': 'Candelabra',
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

/** To be stored and sent back as it came; what is no header of a sane length is forgotten. */
function versionOf(header: string | undefined): string | null {
  if (header === undefined || header.length > LONGEST_VERSION_CHARACTERS) return null;
  return /^[\x20-\x7e]+$/.test(header) ? header : null;
}
