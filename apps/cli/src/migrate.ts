import type { Command } from 'commander';
import { migrate } from '#domain/database/migrate';
import { setChunkLength } from '#domain/market-data/chunks/set-chunk-length';
import { migrateEventStream } from '#messaging/broker/event-stream';
import { migrateTradingStream } from '#messaging/broker/trading-stream';
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
  const { natsUrl, candleChunkDays: days } = environment;
  const isNewLength = days !== undefined && (await setChunkLength(databaseUrl(environment), days));
  if (isNewLength) output.write(`new chunks of candles span ${days} days\n`);
  if (ran.length === 0 && !isNewLength) output.write('nothing to do\n');
  if (natsUrl === undefined) return;
  // The workers do the same when they reach the broker.
  const streams = [
    { what: 'events', make: migrateEventStream },
    { what: 'fills and positions', make: migrateTradingStream },
  ];
  for (const { what, make } of streams) {
    await make(natsUrl).catch((error: unknown) => {
      errors.write(`The stream of ${what} was not made, as the broker cannot be used: ${messageOf(error)}\n`);
    });
  }
}
