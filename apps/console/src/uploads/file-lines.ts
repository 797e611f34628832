import { chunksOf } from '../api/chunks';

/** Enough for the first lines of any file. */
const PREVIEW_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** By what a file is known again. */
export const fileKey = ({ name, size, lastModified }: File) => [name, size, lastModified] as const;

export const isGzip = ({ name }: { readonly name: string }): boolean => /\.gz$/i.test(name);

/** The first lines of a text, of which only the beginning is read; `isAll` where these are all of them. */
export async function firstLines(
  file: File,
  count: number,
): Promise<{ readonly lines: readonly string[]; readonly isAll: boolean }> {
  const beginning = file.slice(0, PREVIEW_BYTES);
  const text = isGzip(file) ? await unpackedBeginning(beginning) : await beginning.text();
  const isCut = file.size > PREVIEW_BYTES || text.length > PREVIEW_BYTES;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map(withoutReturn);
  // What follows the last line feed is empty, or a line that is cut.
  if (lines.at(-1) === '' || isCut) lines.pop();
  return { lines: lines.slice(0, count), isAll: !isCut && lines.length <= count };
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '');

/** What the first bytes of a gzip unpack to; that they end in the middle is no fault. */
async function unpackedBeginning(beginning: Blob): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of chunksOf(unpacked(beginning))) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > PREVIEW_BYTES) break;
    }
  } catch {
    // The rest of the file is not here.
  }
  return text;
}

const unpacked = (file: Blob): ReadableStream<Uint8Array> =>
  file.stream().pipeThrough(new DecompressionStream('gzip'));

/** The lines with these numbers, counted from 1, by number. The file is read once through and never held. */
export async function linesAt(file: File, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const wanted = new Set(numbers);
  const last = Math.max(0, ...numbers);
  const found = new Map<number, string>();
  const decoder = new TextDecoder();
  let line = 1;
  let kept: Uint8Array[] = [];
  const keep = (bytes: Uint8Array) => {
    if (wanted.has(line)) kept.push(bytes);
  };
  const finish = () => {
    if (wanted.has(line)) {
      const text = kept.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
      found.set(line, withoutReturn(text));
    }
    kept = [];
    line += 1;
  };
  for await (const chunk of chunksOf<Uint8Array>(isGzip(file) ? unpacked(file) : file.stream())) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    keep(chunk.subarray(start));
    if (line > last) return found;
  }
  finish();
  return found;
}

export type FileFormat = 'csv' | 'ndjson';

/** What the first line says of a file: its format, and its columns or fields. */
export interface FirstLine {
  readonly format: FileFormat;
  readonly names: readonly string[];
}

export function describeFirstLine(line: string): FirstLine {
  if (line.trimStart().startsWith('{')) return { format: 'ndjson', names: fieldsOf(line) };
  const names = line.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return { format: 'csv', names };
}

function fieldsOf(line: string): readonly string[] {
  try {
    return Object.keys(JSON.parse(line) as object);
  } catch {
    return [];
  }
}
