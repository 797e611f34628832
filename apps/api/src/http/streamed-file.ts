import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { ApiError } from './api-error';

/** HTTP/1.0 has no chunks: there a body that breaks off looks whole. */
export function requireChunks({ httpVersion }: Request, what: string): void {
  if (httpVersion !== '1.0') return;
  const detail = `${what} needs HTTP/1.1, which shows when a body is not whole; a proxy may have to be configured for it`;
  throw new ApiError({ status: 426, detail, headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' } });
}

/** The media type that the client likes best, the first one where it does not care. */
export function negotiate<Type extends string>(
  request: Request,
  mediaTypes: readonly Type[],
  what: string,
): Type {
  const mediaType = request.accepts([...mediaTypes]);
  if (mediaType !== false) return mediaType as Type;
  throw new ApiError({
    status: 406,
    detail: `${what} is ${mediaTypes.join(' or ')}; Accept allows neither`,
  });
}

/** Ends a body without its last chunk, so that no client takes a part for the whole; the status is for metrics and log. */
export function breakOff(response: Response, status: number): void {
  response.statusCode = status;
  response.destroy();
}

/** CSV in pieces. */
export function csvInPieces(response: Response, pieces: AsyncIterable<string>): StreamableFile {
  return new StreamableFile(Readable.from(pieces), { type: 'text/csv; charset=utf-8' }).setErrorHandler(() =>
    breakOff(response, 500),
  );
}

/** The headers of a file that is sent in pieces. */
export function fileHeaders(mediaType: string, name: readonly string[], extension: string) {
  const fileName = `${name.join('_').replace(/[^\w.-]+/g, '-')}.${extension}`;
  return {
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
  };
}

/** The client disconnected, or this process is stopping. */
export function isEarlyEnd(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(code);
}
