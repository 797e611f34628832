import { DataSource, type QueryRunner } from 'typeorm';
import { runAnnounced } from '#domain/database/breaking-migrations';
import { dataSourceOptions } from '#domain/database/data-source-options';
import type { DeclaredMigration } from '#domain/database/declared-migration';
import { ROOT } from '../../apps/worker/test/support/built-files';
import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { KeyedEntries } from './support/keyed-entries';
import { commandsOf, runCommands } from './support/operations-commands';
import { Replicas } from './support/replicas';
import { IS_SHORT, report } from './support/scale';

const ENTRIES_BETWEEN = IS_SHORT ? 50 : 1_000;
const CLIENTS = 3;

/** A version to come: both tables that are written meanwhile get a column, and one an index. */
class AddColumns9000000000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table trade_journal_entries add column venue text not null default ''`);
    await runner.query(`alter table candlesticks add column trade_count bigint`);
    await runner.query('create index on candlesticks (trade_count) where trade_count is not null');
  }

  async down(): Promise<void> {}
}

describe('an upgrade with a migration while clients write', () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await Replicas.open();
  });
  afterAll(() => replicas.close());

  const migrateToNext = async () => {
    const options = dataSourceOptions({ databaseUrl: replicas.stage.postgres.url, databasePoolSize: 6 });
    const next = await new DataSource({
      ...options,
      migrations: [...(options.migrations as (new () => DeclaredMigration)[]), AddColumns9000000000000],
    }).initialize();
    try {
      return await runAnnounced(next);
    } finally {
      await next.destroy();
    }
  };

  it('loses no write and stores none twice, before, during and after the migration and the restarts', async () => {
    const { stage, balancer } = replicas;
    const apis = await replicas.startBoth();
    const entries = new KeyedEntries(balancer.url, CLIENTS);
    const writers = new CandleWriters([balancer.url], CLIENTS);
    const moreEntries = async () => {
      const wanted = entries.ids.size + ENTRIES_BETWEEN;
      await eventually(
        'entries are stored',
        () => Promise.resolve(entries.ids.size),
        (stored) => stored >= wanted,
      );
    };

    await moreEntries();
    expect(await migrateToNext()).toEqual(['AddColumns9000000000000']);
    // Of the version before, on the newer schema.
    await moreEntries();
    const [command] = commandsOf('Upgrades');
    await runCommands(command, ROOT, ROOT, { DATABASE_URL: stage.postgres.url });
    for (const api of apis) {
      api.process.signal('SIGTERM');
      expect(await api.process.exited).toEqual({ code: 0, signal: null });
      await replicas.replace(api);
      await moreEntries();
    }
    await Promise.all([entries.stop(), writers.stop()]);

    expect([...entries.answers]).toEqual([[201, entries.ids.size]]);
    expect([...writers.answers]).toEqual([[201, writers.stored]]);
    expect(await writers.findLosses(stage)).toEqual([]);
    const stored = await stage.query<{ id: number; notes: string }>(
      'select id, notes from trade_journal_entries',
    );
    expect(new Set(stored.map(({ id }) => id))).toEqual(entries.ids);
    expect(new Set(stored.map(({ notes }) => notes)).size).toBe(stored.length);
    report(`${stored.length} entries and ${writers.stored} candles, none lost or stored twice`);
  });
});
