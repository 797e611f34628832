import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCli } from '../../apps/cli/test/support/start-cli';
import { ROOT } from '../../apps/worker/test/support/built-files';
import { findFreePort } from '../../apps/worker/test/support/free-port';
import { OwnRedis } from '../../apps/worker/test/support/own-redis';
import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters, closesAfter, roundsUpTo, WRITTEN_EXCHANGE } from './support/candle-writers';
import { DurablePostgres } from './support/durable-postgres';
import { firstEventName } from './support/event-lists';
import { FaultStage } from './support/fault-stage';
import { commandsOf, preparePostgresPrograms, runCommands } from './support/operations-commands';
import { RunClient } from './support/run-client';
import { IS_SHORT, report } from './support/scale';
import { findWrongCounters } from './support/series-counters';
import {
  contentOf,
  ordinaryRole,
  restoredDatabase,
  type RestoredDatabase,
} from './support/restored-database';

/** By the statements after a restore. */
const POSITIONS_SKIPPED = 1_000_000_000;
const WRITERS = 4;
const WRITES = IS_SHORT ? 100 : 5_000;
const SAMPLE = { exchange: 'sample', symbol: 'COIN/USDT', interval: '1h' };
const TIMESCALEDB = join(ROOT, 'scripts', 'ci', 'timescaledb.sh');

const [DUMP, RESTORE, RESTORE_TIMESCALE, FINISH] = commandsOf('Backup and restore');
const [DUMP_EMBEDDED, MAKE_HYPERTABLE] = commandsOf('From the embedded database to a server');

describe('the commands of docs/operations.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-backup-'));
  const programs = preparePostgresPrograms(join(folder, 'programs'));
  const dataDirectory = join(folder, 'data');
  let stage: FaultStage;
  let redis: OwnRedis;
  let other: DurablePostgres;
  let timescalePort: number;
  let timescale: Promise<string>;
  const run = (code: string, variables: NodeJS.ProcessEnv) => runCommands(code, programs, folder, variables);
  beforeAll(async () => {
    timescalePort = await findFreePort();
    timescale = startTimescale(timescalePort);
    timescale.catch(() => undefined); // for the case that needs it
    [redis, other] = await Promise.all([OwnRedis.start(), DurablePostgres.start()]);
    stage = await FaultStage.open();
    mkdirSync(dataDirectory);
    chmodSync(folder, 0o755);
    const words = Object.entries(SAMPLE).flatMap(([name, value]) => [`--${name}`, value]);
    const environment = { DATABASE_URL: stage.postgres.url };
    const imported = await startCli(['import', 'examples/coin-usdt-1h.csv', ...words], environment).result;
    expect(imported).toMatchObject({ exitCode: 0 });
  });
  afterAll(async () => {
    await stage.close();
    await redis.close();
    await other.close();
    await timescale;
    execFileSync(TIMESCALEDB, ['stop', String(timescalePort)], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  });

  it('restore a dump that was made under load to a new server: nothing is missing, misfiled or left waiting', async () => {
    const source = { REDIS_URL: redis.redisUrl };
    const api = await stage.startApi(source);
    const worker = await stage.startWorker(source);
    const runs = new RunClient(api.url, SAMPLE);
    const finished = [await runs.submit(), await runs.submit()];
    await runs.untilCompleted(finished);
    await worker.kill();
    const unfinished = [await runs.submit(), await runs.submit(), await runs.submit()];

    const writers = new CandleWriters([api.url], WRITERS);
    await writers.more(WRITES);
    const roundsBefore = await roundsOf(stage.postgres);
    await run(DUMP, { DATABASE_URL: stage.postgres.url });
    await writers.more(WRITES);
    await writers.stop();
    expect([...writers.answers.keys()]).toEqual([201]);
    const lateId = await runs.submit();
    const lostPosition = await lastPositionOf(stage.postgres);
    const content = await contentOf(stage.postgres, SAMPLE, finished);
    const roundsAfter = await roundsOf(stage.postgres);
    await api.process.kill();

    const restored = await restoredDatabase(other.url, 'restored');
    const variables = { NEW_DATABASE_URL: restored.url };
    await run(RESTORE, variables);
    await run(FINISH, variables);

    expect(await contentOf(restored, SAMPLE, finished)).toEqual(content);
    expect(await findWrongCounters(restored)).toEqual([]);
    const rounds = await roundsOf(restored);
    for (const [symbol, count] of rounds) {
      expect(count).toBeGreaterThanOrEqual(roundsBefore.get(symbol)!);
      expect(count).toBeLessThan(roundsAfter.get(symbol)!);
      expect(await closesOf(restored, symbol)).toEqual(closesAfter(count));
    }
    expect(rounds.size).toBe(WRITERS);

    await redis.flush();
    const service = { DATABASE_URL: restored.url, ...source };
    const newApi = await stage.startApi(service);
    await stage.startWorker({ ...service, CANDLE_FEED: 'sim:SIM-A/USDT:1m' });
    const newRuns = new RunClient(newApi.url, SAMPLE);
    await newRuns.untilCompleted(unfinished);
    expect(await newRuns.submit()).toBe(lateId);
    const newWriters = new CandleWriters([newApi.url], WRITERS);
    await eventually(
      'as many events as were lost are recorded',
      () => lastPositionOf(restored),
      (position) => position % POSITIONS_SKIPPED > lostPosition,
    );
    await newWriters.stop();
    expect([...newWriters.answers.keys()]).toEqual([201]);
    expect(await firstEventName(newApi.url, lostPosition)).toBe('reset');
    report(
      `${[...rounds.values()].reduce((sum, count) => sum + count, 0)} of ${writers.stored} writes are in the dump`,
    );
  });

  it('move the embedded database to a TimescaleDB, and that one to a new database', async () => {
    const serverUrl = await timescale;
    const role = await ordinaryRole(serverUrl);
    writeFileSync(join(dataDirectory, 'database-url'), `${stage.postgres.url}\n`);
    const ids = (await stage.query<{ id: number }>('select id from backtests order by id limit 2')).map(
      ({ id }) => id,
    );
    const content = await contentOf(stage.postgres, SAMPLE, ids);

    await run(DUMP_EMBEDDED, { DATA_DIR: dataDirectory });
    const moved = await restoredDatabase(serverUrl, 'moved', role);
    const variables = { NEW_DATABASE_URL: moved.url };
    for (const code of [RESTORE, MAKE_HYPERTABLE, FINISH]) await run(code, variables);
    expect(await contentOf(moved, SAMPLE, ids)).toEqual(content);
    expect(await chunksOf(moved)).toBeGreaterThan(0);
    await writeTo(moved);

    await run(DUMP, { DATABASE_URL: moved.url });
    const copy = await restoredDatabase(serverUrl, 'copy', role);
    const addresses = { NEW_DATABASE_URL: copy.url, SUPERUSER_URL: copy.superuserUrl };
    for (const code of [RESTORE_TIMESCALE, FINISH]) await run(code, addresses);
    expect(await contentOf(copy, SAMPLE, ids)).toEqual(content);
    expect(await chunksOf(copy)).toBe(await chunksOf(moved));
    expect(await findWrongCounters(copy)).toEqual([]);
    await writeTo(copy);
  });

  async function writeTo(database: RestoredDatabase): Promise<void> {
    const api = await stage.startApi({ DATABASE_URL: database.url });
    const writers = new CandleWriters([api.url], 1);
    await writers.more(10);
    await writers.stop();
    expect([...writers.answers.keys()]).toEqual([201]);
    expect(await findWrongCounters(database)).toEqual([]);
    await api.process.kill();
  }
});

/** Its address. */
async function startTimescale(port: number): Promise<string> {
  const { stdout } = await promisify(execFile)(TIMESCALEDB, ['start', String(port)]);
  return stdout.trim();
}

type Queryable = Pick<DurablePostgres, 'query'>;

/** How many writes of each writer are in a database, by symbol: each writes a larger close than before. */
async function roundsOf(database: Queryable): Promise<Map<string, number>> {
  const rows = await database.query<{ symbol: string; close: string }>(
    `select symbol, max(close)::text as close from candlesticks
     join series on series.id = series_id where exchange = $1 group by symbol`,
    [WRITTEN_EXCHANGE],
  );
  return new Map(rows.map(({ symbol, close }) => [symbol, roundsUpTo(close)]));
}

async function closesOf(database: Queryable, symbol: string): Promise<Map<number, string>> {
  const rows = await database.query<{ time: string; close: string }>(
    `select (extract(epoch from open_time) * 1000)::bigint as time, close::text from candlesticks
     join series on series.id = series_id where exchange = $1 and symbol = $2`,
    [WRITTEN_EXCHANGE, symbol],
  );
  return new Map(rows.map(({ time, close }) => [Number(time), close]));
}

async function lastPositionOf(database: Queryable): Promise<number> {
  const [{ position }] = await database.query<{ position: number }>(
    'select coalesce(max(position), 0)::float8 as position from events',
  );
  return position;
}

async function chunksOf(database: Queryable): Promise<number> {
  const [{ chunks }] = await database.query<{ chunks: number }>(
    `select count(*)::integer as chunks from timescaledb_information.chunks where hypertable_name = 'candlesticks'`,
  );
  return chunks;
}
