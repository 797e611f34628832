import type { Command } from 'commander';
import { migrate } from '#domain/database/migrate';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { databaseUrl } from './database-url';
import type { Shell } from './shell';

export function addMigrateCommand(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description("bring the database's schema up to date; any number may run at once")
    .action(() => runMigrate(shell));
}

async function runMigrate({ readEnvironment, output }: Shell): Promise<void> {
  const ran = await migrate(databaseUrl(readEnvironment()), migrateQueueSchema);
  for (const name of ran) output.write(`ran ${name}\n`);
  if (ran.length === 0) output.write('nothing to do\n');
}
