import 'reflect-metadata';
import { Command } from 'commander';
import { addBackfillCommand } from './backfill';
import { addBackfillFundingCommand } from './backfill-funding';
import { addImportCommand } from './import';
import { addImportFundingCommand } from './import-funding';
import { addJobCommand } from './job';
import { addMigrateCommand } from './migrate';
import { messageOf } from './message-of';
import { addSchemaDriftCommand } from './schema-drift';
import { addTokenCommand } from './token';

process.title = 'candelabra-cli';

async function main(): Promise<void> {
  const program = new Command('candelabra').description(
    'Candelabra: exact candles, honest backtests. The environment is that of the service (DATABASE_URL and so on).',
  );
  addMigrateCommand(program);
  addSchemaDriftCommand(program);
  addTokenCommand(program);
  addImportCommand(program);
  addImportFundingCommand(program);
  addBackfillCommand(program);
  addBackfillFundingCommand(program);
  addJobCommand(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
