import type { Command } from 'commander';
import { migrate } from '#domain/database/migrate';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { databaseUrl } from './database-url';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description("bring the database's schema up to date; any number may run at once")
    .action(runMigrate);
}

async function runMigrate(): Promise<void> {
  const ran = await migrate(databaseUrl(), migrateQueueSchema);
  for (const name of ran) console.log(`ran ${name}`);
  if (ran.length === 0) console.log('nothing to do');
}
