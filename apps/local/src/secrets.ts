import { join } from 'node:path';
import { sign } from 'jsonwebtoken';
import { keepSecret } from './kept-secret';
import type { LaunchSettings } from './launch-settings';

const TOKEN_DAYS = 30;

/** The secrets that the API accepts, as JWT_SECRET holds them; undefined when only an issuer's keys count. */
export function jwtSecrets({
  environment,
  isEmbedded,
  dataDirectory,
}: LaunchSettings): readonly string[] | undefined {
  if (environment.jwtSecrets.length > 0) return environment.jwtSecrets;
  if (environment.jwtJwksUri ?? environment.jwtJwksFile) return undefined;
  if (isEmbedded) return [keepSecret(join(dataDirectory, 'jwt-secret'))];
  throw new Error(
    'DATABASE_URL is set, but neither JWT_SECRET nor a JWKS is: a database of your own is not opened with a secret made up here.',
  );
}

/** A token for the user who sits before this machine. */
export function issueToken(secrets: readonly string[], { environment }: LaunchSettings): string {
  return sign({ sub: 'local' }, secrets[0], {
    algorithm: 'HS256',
    expiresIn: `${TOKEN_DAYS}d`,
    ...(environment.jwtIssuer && { issuer: environment.jwtIssuer }),
    ...(environment.jwtAudience && { audience: environment.jwtAudience }),
  });
}
