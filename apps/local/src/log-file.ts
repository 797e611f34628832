import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const ROTATE_ABOVE_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/** Opens a log to append to; a large one is first put aside, replacing the one put aside before. */
export function openLog(file: string): { descriptor: number; startsAtByte: number } {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > ROTATE_ABOVE_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o640);
  return { descriptor, startsAtByte: fstatSync(descriptor).size };
}

/** The end of what was written since a byte position. */
export function lastLines(file: string, { sinceByte = 0, lines = 20 } = {}): string {
  if (!existsSync(file)) return '';
  const size = statSync(file).size;
  const from = Math.max(sinceByte, size - TAIL_BYTES, 0);
  const buffer = Buffer.alloc(Math.max(0, size - from));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, from);
  } finally {
    closeSync(descriptor);
  }
  return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
