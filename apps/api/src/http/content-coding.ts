import compression from 'compression';
import type { Request, Response } from 'express';
import { constants } from 'node:zlib';
import { codedTag } from './entity-tag';

const SMALLEST_BYTES = 1_024;
const CODED_TYPES =
  /^(?:application\/(?:json|problem\+json|x-ndjson)|text\/(?:csv|html|css|javascript)|image\/svg\+xml)\b/;
const CODINGS = /(?:^|[\s,])(?:br|gzip|\*)(?:$|[\s,;])/i;
/** What is handed on at a time: with less, a large answer passes the event loop more often. */
const CHUNK_BYTES = 65_536;
/** Quarter of a megabyte: a large window is memory of every answer under way, and candles repeat themselves within a few lines. */
const BROTLI_WINDOW_BITS = 18;

/** Codes in threads of libuv's pool; levels at which they hold pace with what reads candles. */
const compress = compression({
  threshold: SMALLEST_BYTES,
  level: 4,
  chunkSize: CHUNK_BYTES,
  brotli: {
    chunkSize: CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
  // Streams of events never: their readers would wait for the end of a block. A part of a file is one of the file as it is.
  filter: (_request, response) =>
    response.statusCode !== 206 && CODED_TYPES.test(String(response.getHeader('content-type'))),
});

/**
 * Codes JSON, CSV, NDJSON and the files of pages with gzip or Brotli for clients that accept it (RFC 9110, 12.5.3). A coded answer is another
 * representation, so its tag names the coding. Requests that accept none pass without a further step.
 */
export function codeContent(request: Request, response: Response): void {
  response.setHeader('vary', 'Accept-Encoding');
  if (!CODINGS.test(request.headers['accept-encoding'] ?? '')) return;
  tagWithCoding(response);
  compress(request, response, () => undefined);
}

/** Before `compress`, which then decides before this looks: the later writeHead calls the earlier one. */
function tagWithCoding(response: Response): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
  response.writeHead = (...head: unknown[]) => {
    const [tag, coding] = [response.get('etag'), response.get('content-encoding')];
    if (tag !== undefined && coding !== undefined) response.setHeader('etag', codedTag(tag, coding));
    return writeHead(...head);
  };
}
