import type { Command } from 'commander';
import { findSchemaDrift } from '#domain/database/migrate';
import { databaseUrl } from './database-url';
import { EXIT_CODES, type Shell } from './shell';

export function addSchemaDriftCommand(program: Command, shell: Shell): void {
  program
    .command('schema-drift')
    .description('print the statements by which a migrated schema differs from the entities; exit 1 when any')
    .action(() => runSchemaDrift(shell));
}

async function runSchemaDrift(shell: Shell): Promise<void> {
  const statements = await findSchemaDrift(databaseUrl(shell.readEnvironment()));
  for (const statement of statements) shell.output.write(`${statement};\n`);
  if (statements.length > 0) shell.exitCode = EXIT_CODES.failed;
}
