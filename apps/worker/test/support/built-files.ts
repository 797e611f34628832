import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..', '..', '..');

const OUTPUT = join(ROOT, 'dist');
/** Written by every build, whatever it found to compile. */
const STAMPS = ['.build-stamp', '.tsbuildinfo'].map((name) => join(OUTPUT, name));

/** The built entry file of an app; throws when the build is missing or older than what it was made from. */
export function builtMain(app: 'api' | 'worker' | 'cli'): string {
  const file = join(OUTPUT, 'apps', app, 'src', 'main.js');
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run build\` first`);
  const builtAt = Math.max(...STAMPS.filter(existsSync).map(modifiedAt));
  for (const source of findSources()) {
    if (modifiedAt(source) > builtAt) {
      throw new Error(`${source} is newer than the build: run \`npm run build\` first`);
    }
  }
  return file;
}

function findSources(): string[] {
  return [join('apps', 'api'), join('apps', 'worker'), join('apps', 'cli'), 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => file.endsWith('.ts') && !/\.(spec|e2e-spec|contract)\.ts$|(^|[\\/])test[\\/]/.test(file),
      )
      .map((file) => join(ROOT, folder, file)),
  );
}

function modifiedAt(file: string): number {
  return statSync(file).mtimeMs;
}
