import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

interface ListedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the symbolic links between the shared libraries: npm packages cannot carry links, this one lists them, and its
 * install script may have been switched off. False when the folder is not ours to write.
 */
export function linkLibraries(directory: string): boolean {
  const listFile = join(directory, 'pg-symlinks.json');
  if (!existsSync(listFile)) return true;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as ListedLink[];
  return links.every(({ source, target }) =>
    makeLink(basename(source), join(directory, target.replace(/^native[\\/]/, ''))),
  );
}

function makeLink(target: string, path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })) return true;
  try {
    symlinkSync(target, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return true; // another start was faster
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}
