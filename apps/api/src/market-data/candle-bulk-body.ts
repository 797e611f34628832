import type { Request } from 'express';
import { createGunzip } from 'node:zlib';
import { ApiError } from '../http/api-error';

export const BULK_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;

export type BulkFormat = (typeof BULK_FORMATS)[keyof typeof BULK_FORMATS];

export interface BulkBody {
  readonly format: BulkFormat;
  /** Read as fast as it is asked for; it throws where the body ends early, after what came until then. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** The body of a request in one of the formats. Throws the answer to a type or encoding that is none of them. */
export function openBulkBody(request: Request): BulkBody {
  const format = formatOf(request.headers['content-type'] ?? '');
  if (!format) {
    const detail = `The body must be UTF-8 sent with Content-Type: ${Object.keys(BULK_FORMATS).join(' or ')}`;
    throw new ApiError({ status: 415, detail });
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return { format, chunks: chunksOf(request) };
  if (encoding === 'gzip') return { format, chunks: gunzipped(request) };
  throw new ApiError({
    status: 415,
    detail: 'The body must be unencoded or with Content-Encoding: gzip',
    headers: { 'accept-encoding': 'gzip' },
  });
}

function formatOf(contentType: string): BulkFormat | undefined {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
  return isUtf8 && Object.hasOwn(BULK_FORMATS, type)
    ? BULK_FORMATS[type as keyof typeof BULK_FORMATS]
    : undefined;
}

/** A body that cannot be read on; the message follows "The body …". */
export class BrokenBody extends Error {}

async function* chunksOf(request: Request): AsyncGenerator<Buffer> {
  try {
    // Leaving early must not close the connection: the answer goes over it.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    const left = request.read() as Buffer | null;
    if (left) yield left;
    throw error;
  }
}

async function* gunzipped(request: Request): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let failure: Error | undefined;
  // What had arrived when the client went is still unpacked; then the stream of bytes ends early.
  request.once('error', (error: Error) => {
    failure = error;
    gunzip.end();
  });
  request.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw failure ?? new BrokenBody(`is not valid gzip (${(error as Error).message})`);
  } finally {
    request.unpipe(gunzip);
  }
  if (failure) throw failure;
}
