import type { Command } from 'commander';
import { migrate } from '#domain/database/migrate';
import { migrateEventStream } from '#messaging/broker/event-stream';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { readEnvironment } from '#platform/config/environment';
import { databaseUrl } from './database-url';
import { messageOf } from './message-of';

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
  const { natsUrl } = readEnvironment();
  if (natsUrl === undefined) return;
  // The relay of a worker does the same when it reaches the broker.
  await migrateEventStream(natsUrl).catch((error: unknown) => {
    console.error(`The stream of events was not made, as the broker cannot be used: ${messageOf(error)}`);
  });
}
