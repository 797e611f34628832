import type { Command } from 'commander';
import { migrate } from '#domain/database/migrate';
import { migrateEventStream } from '#messaging/broker/event-stream';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { databaseUrl } from './database-url';
import { messageOf } from './message-of';
import type { Shell } from './shell';

export function addMigrateCommand(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description("bring the database's schema up to date; any number may run at once")
    .action(() => runMigrate(shell));
}

async function runMigrate({ readEnvironment, output, errors }: Shell): Promise<void> {
  const environment = readEnvironment();
  const ran = await migrate(databaseUrl(environment), migrateQueueSchema);
  for (const name of ran) output.write(`ran ${name}\n`);
  if (ran.length === 0) output.write('nothing to do\n');
  const { natsUrl } = environment;
  if (natsUrl === undefined) return;
  // The relay of a worker does the same when it reaches the broker.
  await migrateEventStream(natsUrl).catch((error: unknown) => {
    errors.write(`The stream of events was not made, as the broker cannot be used: ${messageOf(error)}\n`);
  });
}
