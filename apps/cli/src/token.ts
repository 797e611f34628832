import type { Command } from 'commander';
import type { Environment } from '#platform/config/environment';
import { issueToken, type TokenOptions } from '#platform/local/issue-token';
import { readKept } from '#platform/local/kept-files';
import { integerWithin } from './option-parsers';
import type { Shell } from './shell';

export function addTokenCommand(program: Command, shell: Shell): void {
  program
    .command('token')
    .description('print a bearer token, and nothing else')
    .option('--days <days>', 'how long it is valid', integerWithin(1, 3650), 30)
    .option('--subject <subject>', 'whom it names', 'local')
    .action((options: TokenOptions) => printToken(shell, options));
}

function printToken({ readEnvironment, output }: Shell, options: TokenOptions): void {
  const environment = readEnvironment();
  output.write(`${issueToken(signingSecret(environment), environment, options)}\n`);
}

function signingSecret(environment: Environment): string {
  if (environment.jwtSecrets.length > 0) return environment.jwtSecrets[0];
  const kept = readKept(environment, 'jwtSecret');
  if (kept) return kept;
  throw new Error(
    `No secret to sign with: set JWT_SECRET to the API's, or run \`npm start\` once, which keeps one in DATA_DIR (here ${environment.dataDir}). ` +
      'An API that takes its keys from a JWKS gets its tokens from their issuer.',
  );
}
