import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_FILES } from '#platform/local/kept-files';
import type { LaunchSettings } from './launch-settings';

/** The secrets that the API accepts, as JWT_SECRET holds them; undefined when only an issuer's keys count. */
export function jwtSecrets({
  environment,
  isEmbedded,
  dataDirectory,
}: LaunchSettings): readonly string[] | undefined {
  if (environment.jwtSecrets.length > 0) return environment.jwtSecrets;
  if (environment.jwtJwksUri ?? environment.jwtJwksFile) return undefined;
  if (isEmbedded) return [keepSecret(join(dataDirectory, KEPT_FILES.jwtSecret))];
  throw new Error(
    'DATABASE_URL is set, but neither JWT_SECRET nor a JWKS is: a database of your own is not opened with a secret made up here.',
  );
}

/** The secret in this file; made at the first call and the same from then on, readable by its owner alone. */
export function keepSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8').trim();
}
