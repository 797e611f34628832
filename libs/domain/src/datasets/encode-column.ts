import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { ColumnValues, StoredType } from '#engine/datasets/dataset-column';
import { bytesOfDoubles, doublesOf } from '../records/doubles';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** The fastest: what is stored is read far more often than written, and levels above save little of doubles. */
const LEVEL = 1;
const BYTES_PER_CODE = 4;

/**
 * A column of a block as it is stored, deflated: numbers and times as little-endian doubles, flags as bytes, texts as the length of
 * a JSON array of those that differ, that array, and the position in it of each row from 1, 0 without a value.
 */
export async function encodeColumn(values: ColumnValues): Promise<Buffer | null> {
  if (values === null) return null;
  if (values instanceof Float64Array) return compress(bytesOfDoubles(values), { level: LEVEL });
  return compress(values instanceof Uint8Array ? values : encodeTexts(values), { level: LEVEL });
}

export async function decodeColumn(type: StoredType, content: Buffer | null): Promise<ColumnValues> {
  if (content === null) return null;
  const bytes = await expand(content);
  if (type === 'text') return decodeTexts(bytes);
  if (type === 'flag') return bytes;
  // Most are aligned, and need no copy.
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset % 8 === 0 ? new Float64Array(buffer, byteOffset, byteLength / 8) : doublesOf(bytes);
}

function encodeTexts(texts: readonly (string | null)[]): Buffer {
  const positions = new Map<string, number>();
  const codes = new Uint32Array(texts.length);
  for (const [row, text] of texts.entries()) {
    if (text === null) continue;
    let position = positions.get(text);
    if (position === undefined) positions.set(text, (position = positions.size + 1));
    codes[row] = position;
  }
  const words = Buffer.from(JSON.stringify([...positions.keys()]));
  const length = Buffer.alloc(BYTES_PER_CODE);
  length.writeUInt32LE(words.length);
  return Buffer.concat([length, words, new Uint8Array(codes.buffer)]);
}

function decodeTexts(bytes: Buffer): (string | null)[] {
  const end = BYTES_PER_CODE + bytes.readUInt32LE(0);
  const words = JSON.parse(bytes.toString('utf8', BYTES_PER_CODE, end)) as string[];
  const rows = (bytes.length - end) / BYTES_PER_CODE;
  return Array.from({ length: rows }, (_, row) => {
    const code = bytes.readUInt32LE(end + row * BYTES_PER_CODE);
    return code === 0 ? null : words[code - 1];
  });
}
