import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

/** Copies a tree into an existing folder, with modes that let every user read: an installer's umask may have closed them. */
export function copyReadable(from: string, to: string): void {
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
    } else if (entry.isDirectory()) {
      mkdirSync(target);
      copyReadable(source, target);
    } else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, (statSync(source).mode & 0o100) !== 0 ? 0o755 : 0o644);
    }
  }
}

/** Whether everything is still there: cleaners of temporary folders remove file by file. */
export function isCompleteCopy(original: string, copy: string): boolean {
  return readdirSync(original, { withFileTypes: true }).every((entry) => {
    const [from, to] = [join(original, entry.name), join(copy, entry.name)];
    if (entry.isSymbolicLink()) return lstatSync(to, { throwIfNoEntry: false }) !== undefined;
    if (entry.isDirectory()) return existsSync(to) && isCompleteCopy(from, to);
    return statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size;
  });
}
