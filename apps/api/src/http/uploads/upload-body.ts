import type { Request } from 'express';
import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ApiError } from '../api-error';

/** What an endpoint reads, by media type. */
export type UploadFormats = Readonly<Record<string, string>>;

export interface UploadBody<Formats extends UploadFormats> {
  readonly format: Formats[keyof Formats];
  /** Read as fast as it is consumed; it throws where the body ends early, after what came until then. */
  readonly chunks: AsyncIterable<Buffer>;
}

interface UploadLimits {
  /** The longest time between two bytes, as long as they are waited for. */
  readonly idleSeconds: number;
  /** Ends the reading with ServiceStopping, also while the client is silent. */
  readonly stopSignal: AbortSignal;
}

const READ_AHEAD_BYTES = 64 * 1024;
/** Only where all that was sent has been read does the connection show that its client disconnected. */
const PACKED_READ_AHEAD_BYTES = 1024 * 1024;

/** Candles pack to a tenth or less; what unpacks to much more is a bomb. A body up to the first figure may hold anything. */
const FREELY_UNPACKED_BYTES = 1024 * 1024;
const MOST_EXPANSION = 100;

/** The body of a request in one of the formats. Throws the answer to a type or encoding that is none of them. */
export function openUploadBody<Formats extends UploadFormats>(
  request: Request,
  formats: Formats,
  limits: UploadLimits,
): UploadBody<Formats> {
  const format = formatOf(request.headers['content-type'] ?? '', formats);
  if (format === undefined) {
    const detail = `The body must be UTF-8 sent with Content-Type: ${Object.keys(formats).join(' or ')}`;
    throw new ApiError({ status: 415, detail });
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return { format, chunks: plain(request, limits) };
  if (encoding === 'gzip') return { format, chunks: gunzipped(request, limits) };
  throw new ApiError({
    status: 415,
    detail: 'The body must be unencoded or with Content-Encoding: gzip',
    headers: { 'accept-encoding': 'gzip' },
  });
}

function formatOf<Formats extends UploadFormats>(
  contentType: string,
  formats: Formats,
): Formats[keyof Formats] | undefined {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
  return isUtf8 && Object.hasOwn(formats, type) ? formats[type as keyof Formats] : undefined;
}

/** A body that cannot be read on; the message follows "The body …". */
export class BrokenBody extends Error {
  constructor(
    message: string,
    readonly status: 400 | 408 | 413 = 400,
  ) {
    super(message);
  }
}

export class ServiceStopping extends Error {}

const CUT_SHORT = 'cut short';

async function* plain(request: Request, limits: UploadLimits): AsyncGenerator<Buffer> {
  const left = new AbortController();
  const { stream, release } = receive(request, { ...limits, readAheadBytes: READ_AHEAD_BYTES }, (rest) => {
    left.abort();
    stream.end(rest);
  });
  try {
    yield* stream as AsyncIterable<Buffer>;
  } finally {
    release();
  }
  if (left.signal.aborted) throw new BrokenBody(CUT_SHORT);
}

/** What a client sent before it disconnected is not unpacked any more: little of it can be much work. */
async function* gunzipped(request: Request, limits: UploadLimits): AsyncGenerator<Buffer> {
  const { stream, release } = receive(request, { ...limits, readAheadBytes: PACKED_READ_AHEAD_BYTES }, () =>
    stream.destroy(new BrokenBody(CUT_SHORT)),
  );
  const gunzip = createGunzip();
  // Each error reaches the reader of the last stream.
  pipeline(stream, gunzip, () => undefined);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      // A client can leave after the last byte of its body, too.
      if (request.socket.destroyed) throw new BrokenBody(CUT_SHORT);
      unpacked += chunk.length;
      if (unpacked > FREELY_UNPACKED_BYTES && unpacked > MOST_EXPANSION * gunzip.bytesWritten) {
        throw new BrokenBody(`unpacks to more than ${MOST_EXPANSION} times its size`, 413);
      }
      yield chunk;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') ? new BrokenBody(`is not valid gzip (${message})`) : error;
  } finally {
    release();
  }
}

/**
 * The bytes of a request as they come, so many ahead of their reader. `onLeft` gets what is left when the client disconnects
 * before the end.
 */
function receive(
  request: Request,
  { idleSeconds, stopSignal, readAheadBytes }: UploadLimits & { readonly readAheadBytes: number },
  onLeft: (rest: Buffer | null) => void,
): { readonly stream: PassThrough; readonly release: () => void } {
  const stream = new PassThrough({ highWaterMark: readAheadBytes });
  const timer = setTimeout(() => {
    // Its bytes wait for us, not we for them.
    if (stream.writableNeedDrain) timer.refresh();
    else stream.destroy(new BrokenBody(`brought nothing for ${idleSeconds} seconds`, 408));
  }, idleSeconds * 1000);
  const refresh = () => timer.refresh();
  const stopTimer = () => clearTimeout(timer);
  const leave = () => onLeft(request.read() as Buffer | null);
  const stop = () => stream.destroy(new ServiceStopping());
  stopSignal.addEventListener('abort', stop);
  request.on('data', refresh).once('end', stopTimer).once('error', leave);
  stream.on('drain', refresh);
  if (stopSignal.aborted) stop();
  else if (request.destroyed) process.nextTick(leave);
  else request.pipe(stream);
  const release = () => {
    stopTimer();
    stopSignal.removeEventListener('abort', stop);
    request.off('data', refresh).off('end', stopTimer).off('error', leave).unpipe(stream);
    stream.destroy();
  };
  return { stream, release };
}
