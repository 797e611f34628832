import type { Command } from 'commander';
import { findSchemaDrift } from '#domain/database/migrate';
import { databaseUrl } from './database-url';

export function addSchemaDriftCommand(program: Command): void {
  program
    .command('schema-drift')
    .description('print the statements by which a migrated schema differs from the entities; exit 1 when any')
    .action(runSchemaDrift);
}

async function runSchemaDrift(): Promise<void> {
  const statements = await findSchemaDrift(databaseUrl());
  for (const statement of statements) console.log(`${statement};`);
  if (statements.length > 0) process.exitCode = 1;
}
