import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { JobOutbox } from '#messaging/job-outbox';
import { JobQueues } from '#messaging/job-queues';
import { queueConnections } from '#messaging/queue-connection';
import { readEnvironment } from '#platform/config/environment';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database';

interface Payload {
  readonly backtestId: number;
  readonly run: number;
}

const SILENT = pino({ level: 'silent' });
/** Older than the time in which the writer itself adds its job. */
const ABANDONED = { delaySeconds: -5 };

// A database of its own: other suites have the lower and the higher ones.
const redisUrl = process.env.TEST_REDIS_URL && new URL('/7', process.env.TEST_REDIS_URL).href;
const BACKENDS = [
  { backend: 'Postgres', redis: '' },
  ...(redisUrl ? [{ backend: 'Redis', redis: redisUrl }] : []),
];

describe.each(BACKENDS)('the outbox, with the queue on $backend', ({ redis }) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let queues: JobQueues;
  let outbox: JobOutbox;
  // An earlier run may have stored jobs in the same Redis.
  let backtestId = Math.floor(Date.now() / 1_000);

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 8 }));
    await dataSource.initialize();
    const environment = readEnvironment({ DATABASE_URL: database.url, REDIS_URL: redis });
    queues = new JobQueues({ connection: queueConnections(environment).producer }, SILENT);
    outbox = new JobOutbox(dataSource, queues, SILENT);
  });
  afterAll(async () => {
    await queues.onApplicationShutdown();
    await dataSource.destroy();
    await database.drop();
  });
  afterEach(() => dataSource.query('delete from job_outbox'));

  const newPayload = (): Payload => ({ backtestId: ++backtestId, run: 1 });
  const write = (payload: Payload, options = {}) =>
    outbox.write(dataSource.manager, 'backtest', payload, options);
  const stateOf = (payload: Payload) => queues.state('backtest', payload);

  async function entries(): Promise<Payload[]> {
    const rows: { payload: Payload }[] = await dataSource.query('select payload from job_outbox order by id');
    return rows.map(({ payload }) => payload);
  }

  /** The queues, with something to do or to see before each job is added. */
  function queuesThat(before: (payload: Payload) => void | Promise<void>): JobQueues {
    const watched = Object.create(queues) as JobQueues;
    watched.add = async (name, payload) => {
      await before(payload as Payload);
      await queues.add(name, payload);
    };
    return watched;
  }

  it('commits an entry with its row, or neither', async () => {
    const insert = `insert into strategy_ideas (name, description) values ('outbox', 'd')`;
    const [kept, lost] = [newPayload(), newPayload()];
    await dataSource.transaction(async (manager) => {
      await manager.query(insert);
      await outbox.write(manager, 'backtest', kept);
    });
    const failing = dataSource.transaction(async (manager) => {
      await manager.query(insert);
      await outbox.write(manager, 'backtest', lost);
      throw new Error('the row was refused');
    });
    await expect(failing).rejects.toThrow('the row was refused');
    expect(await entries()).toEqual([kept]);
    expect(await dataSource.query(`select count(*)::int from strategy_ideas where name = 'outbox'`)).toEqual([
      { count: 1 },
    ]);
  });

  it('adds at once what was dispatched, and forgets it when the queue has it', async () => {
    const payload = newPayload();
    const deleted = new Promise<void>((resolve) => {
      const query = dataSource.query.bind(dataSource);
      const spy = jest
        .spyOn(dataSource, 'query')
        .mockImplementation(async (...given: Parameters<typeof query>) => {
          const result: unknown = await query(...given);
          if (given[0].startsWith('delete from job_outbox')) {
            spy.mockRestore();
            resolve();
          }
          return result;
        });
    });
    outbox.dispatch(await write(payload));
    await deleted;
    expect(await stateOf(payload)).toBe('waiting');
    expect(await entries()).toEqual([]);
  });

  it('keeps the entry when the queue cannot be reached, and says so', async () => {
    const payload = newPayload();
    let warn: (message: string) => void;
    const warned = new Promise<string>((resolve) => (warn = resolve));
    const logger = Object.assign(Object.create(SILENT) as typeof SILENT, {
      warn: (_fields: object, message: string) => warn(message),
    });
    const unreachable = queuesThat(() => Promise.reject(new Error('no queue')));
    new JobOutbox(dataSource, unreachable, logger).dispatch(await write(payload));
    expect(await warned).toMatch(/the relay will add it/);
    expect(await entries()).toEqual([payload]);
    expect(await stateOf(payload)).toBe('unknown');
  });

  it('relays what was abandoned, and leaves alone what is young or not due', async () => {
    const [left, young, later] = [newPayload(), newPayload(), newPayload()];
    await write(left, ABANDONED);
    await write(young);
    await write(later, { delaySeconds: 60 });
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(left)).toBe('waiting');
    expect(await entries()).toEqual([young, later]);
    expect(await outbox.relay()).toBe(0);
  });

  it('leaves a job it does not know to a worker that does, and relays what comes after it', async () => {
    const known = newPayload();
    await dataSource.query(
      `insert into job_outbox (job_name, job_id, payload, available_at)
       values ('of-another-version', 'of-another-version-1', '{}', now() - interval '1 hour')`,
    );
    await write(known, ABANDONED);
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(known)).toBe('waiting');
    expect(await dataSource.query('select job_name from job_outbox')).toEqual([
      { job_name: 'of-another-version' },
    ]);
  });

  it('relays entries that commit after later ones were relayed', async () => {
    const [early, late] = [newPayload(), newPayload()];
    await dataSource.transaction(async (manager) => {
      await outbox.write(manager, 'backtest', early, ABANDONED);
      await write(late, ABANDONED);
      expect(await outbox.relay()).toBe(1);
      expect(await stateOf(late)).toBe('waiting');
      expect(await stateOf(early)).toBe('unknown');
    });
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(early)).toBe('waiting');
  });

  it('shares the work between relays: each job is added once', async () => {
    const payloads = Array.from({ length: 260 }, newPayload);
    for (const payload of payloads) await write(payload, ABANDONED);
    const added: number[] = [];
    let relaysAtWork = 0;
    let release: () => void;
    const bothAtWork = new Promise<void>((resolve) => (release = resolve));
    const relay = () => {
      let isFirst = true;
      const watched = queuesThat(async (payload) => {
        added.push(payload.backtestId);
        if (isFirst && ++relaysAtWork === 2) release();
        isFirst = false;
        await bothAtWork;
      });
      return new JobOutbox(dataSource, watched, SILENT).relay();
    };
    const counts = await Promise.all([relay(), relay()]);
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts[0] + counts[1]).toBe(payloads.length);
    expect(added.sort((a, b) => a - b)).toEqual(payloads.map((payload) => payload.backtestId));
    expect(await entries()).toEqual([]);
  });

  it('keeps every entry of a relay that fails', async () => {
    const payloads = [newPayload(), newPayload()];
    for (const payload of payloads) await write(payload, ABANDONED);
    const failing = queuesThat((payload) => {
      if (payload.backtestId === payloads[1].backtestId) throw new Error('no queue');
    });
    await expect(new JobOutbox(dataSource, failing, SILENT).relay()).rejects.toThrow('no queue');
    expect(await entries()).toEqual(payloads);
    expect(await outbox.relay()).toBe(2);
  });

  it('withdraws a job that has not reached the queue', async () => {
    const [kept, withdrawn] = [newPayload(), newPayload()];
    await write(kept, ABANDONED);
    await write(withdrawn, ABANDONED);
    await outbox.withdraw(dataSource.manager, 'backtest', withdrawn);
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(withdrawn)).toBe('unknown');
    expect(await stateOf(kept)).toBe('waiting');
  });

  it('adds a job that the queue already has without doubling it, and removes one that waits', async () => {
    const payload = newPayload();
    await queues.add('backtest', payload);
    await queues.add('backtest', payload);
    expect(await stateOf(payload)).toBe('waiting');
    await queues.remove('backtest', payload);
    expect(await stateOf(payload)).toBe('unknown');
    await expect(queues.check()).resolves.toBeUndefined();
  });
});
