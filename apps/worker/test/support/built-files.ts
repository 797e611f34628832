import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtAt, bundledApp, keptBundle } from '../../../../scripts/bundled-apps.mjs';

export const ROOT = join(__dirname, '..', '..', '..', '..');

let isChecked = false;

/** The arguments of `node` that start a built app; throws when the build is missing or older than what it was made from. */
export function builtApp(app: 'api' | 'worker' | 'cli'): string[] {
  if (!isChecked && !keptBundle(app)) refuseOldBuild();
  isChecked = true;
  return bundledApp(app);
}

function refuseOldBuild(): void {
  const built = builtAt() ?? -Infinity;
  const newer = findSources().find((source) => statSync(source).mtimeMs > built);
  if (newer) throw new Error(`${newer} is newer than the build: run \`npm run build\` first`);
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
