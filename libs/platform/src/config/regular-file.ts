import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** So that nobody waits for the other end of a pipe, or for the next line of /proc/kmsg. Windows has neither. */
export const OPEN_WITHOUT_WAITING = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

export const NOT_REGULAR = 'must be a regular file';

/** A file that is not read for what it is; one that cannot be read has an error of the system, with a `code`. */
export class UnsuitableFileError extends Error {}

/** The text of a regular file. Never waits, and reads no more than the limit, whatever size the file says it has: those of /proc say 0. */
export function readRegularFile(path: string, maximumBytes: number): string {
  const file = openSync(path, OPEN_WITHOUT_WAITING);
  try {
    if (!fstatSync(file).isFile()) throw new UnsuitableFileError(NOT_REGULAR);
    const content = Buffer.alloc(maximumBytes + 1);
    for (let bytes = 0; bytes <= maximumBytes;) {
      const read = readSync(file, content, bytes, content.length - bytes, null);
      if (read === 0) return content.toString('utf8', 0, bytes);
      bytes += read;
    }
    throw new UnsuitableFileError(`the file is larger than ${maximumBytes} bytes`);
  } finally {
    closeSync(file);
  }
}
