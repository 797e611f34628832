import { Command, CommanderError } from 'commander';
import { addBackfillCommand } from './backfill';
import { addBackfillFundingCommand } from './backfill-funding';
import { addDeadLettersCommand } from './dead-letters';
import { addImportCommand } from './import';
import { addImportFundingCommand } from './import-funding';
import { addJobCommand } from './job';
import { addMigrateCommand } from './migrate';
import { messageOf } from './message-of';
import { addSchemaDriftCommand } from './schema-drift';
import { EXIT_CODES, type Shell } from './shell';
import { addTokenCommand } from './token';

/** Runs the command that the words name, writes what went wrong, and answers the exit code. */
export async function runCommand(words: readonly string[], shell: Shell): Promise<number> {
  try {
    await createProgram(shell).parseAsync(words, { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    // It has been written, and is no error where help was wanted.
    if (error instanceof CommanderError) return error.exitCode;
    shell.errors.write(`${messageOf(error)}\n`);
    return EXIT_CODES.failed;
  }
}

function createProgram(shell: Shell): Command {
  const program = new Command('candelabra')
    .description(
      'Candelabra: exact candles, honest backtests. The environment is that of the service (DATABASE_URL and so on).',
    )
    .configureOutput({
      writeOut: (text) => shell.output.write(text),
      writeErr: (text) => shell.errors.write(text),
    })
    .exitOverride();
  addMigrateCommand(program, shell);
  addSchemaDriftCommand(program, shell);
  addTokenCommand(program, shell);
  addImportCommand(program, shell);
  addImportFundingCommand(program, shell);
  addBackfillCommand(program, shell);
  addBackfillFundingCommand(program, shell);
  addJobCommand(program, shell);
  addDeadLettersCommand(program, shell);
  return program;
}
