import { basename, dirname, join } from 'node:path';

/** Where `npm run build` puts the files of the console: in dist, where this file is as well unless it runs from the sources, as tests do. */
export function builtConsole(directory = __dirname): string {
  const apps = dirname(dirname(dirname(directory)));
  const files = join('console', 'static');
  return basename(dirname(apps)) === 'dist' ? join(apps, files) : join(apps, '..', 'dist', 'apps', files);
}
