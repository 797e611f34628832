import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SourceFailure } from '../source-failure';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const DECODERS: Readonly<Partial<Record<string, () => Transform>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The text of an answer, of so many bytes at most after decompression: reading stops there, however little was sent. */
export async function readText(
  response: IncomingMessage,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decoder = DECODERS[encoding]?.();
  if (!decoder && encoding !== 'identity') {
    response.destroy();
    throw new SourceFailure('malformed', 'its content encoding is not one that was requested');
  }
  const body = decoder ? decompressed(response, decoder) : response;
  // Also ends what waits for a server that says nothing more.
  const end = () => void body.destroy(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  try {
    return decode(await readBounded(body, mostBytes), response.headers['content-type'] ?? '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_') && !code?.startsWith('ERR_BROTLI') && !code?.startsWith('ERR__')) throw error;
    throw new SourceFailure('malformed', 'its compression is broken', { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
    response.destroy();
  }
}

function decompressed(response: IncomingMessage, decoder: Transform): Readable {
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

async function readBounded(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new SourceFailure('malformed', `it is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** By the byte order mark, else the header's charset, else the XML declaration's, else UTF-8. */
function decode(body: Buffer, contentType: string): string {
  const declared =
    /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)["']/i.exec(body.toString('latin1', 0, 200))?.[1];
  const isUtf16 = (body[0] === 0xfe && body[1] === 0xff) || (body[0] === 0xff && body[1] === 0xfe);
  const charset = isUtf16 ? (body[0] === 0xfe ? 'utf-16be' : 'utf-16le') : (declared ?? 'utf-8');
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    throw new SourceFailure('malformed', 'its character set is unknown', { cause: error });
  }
}
