import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

/** Files that are there and that Git has or would add, relative to the root; where Git's patterns are given, those that match one. */
export function repositoryFiles(...patterns) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns];
  return execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}
