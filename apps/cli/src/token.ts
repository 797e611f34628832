import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { sign } from 'jsonwebtoken';
import { type Environment, readEnvironment } from '#platform/config/environment';
import { integerWithin } from './integer-within';

interface TokenOptions {
  readonly days: number;
  readonly subject: string;
}

/** Where `npm start` keeps the secret that it made. */
const KEPT_SECRET_FILE = 'jwt-secret';
const SECONDS_PER_DAY = 86_400;

export function addTokenCommand(program: Command): void {
  program
    .command('token')
    .description('print a bearer token, and nothing else')
    .option('--days <days>', 'how long it is valid', integerWithin(1, 3650), 30)
    .option('--subject <subject>', 'whom it names', 'local')
    .action((options: TokenOptions) => console.log(issueToken(readEnvironment(), options)));
}

/** Signed as the API checks it, with the issuer and audience that it asks for where it does. */
function issueToken(environment: Environment, { days, subject }: TokenOptions): string {
  return sign({ sub: subject }, signingSecret(environment), {
    algorithm: 'HS256',
    expiresIn: days * SECONDS_PER_DAY,
    ...(environment.jwtIssuer && { issuer: environment.jwtIssuer }),
    ...(environment.jwtAudience && { audience: environment.jwtAudience }),
  });
}

function signingSecret({ jwtSecrets, dataDir }: Environment): string {
  if (jwtSecrets.length > 0) return jwtSecrets[0];
  const file = join(dataDir, KEPT_SECRET_FILE);
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept) return kept;
  throw new Error(
    `No secret to sign with: set JWT_SECRET to the API's, or run \`npm start\` once, which keeps one in ${file}. ` +
      'An API that takes its keys from a JWKS gets its tokens from their issuer.',
  );
}
