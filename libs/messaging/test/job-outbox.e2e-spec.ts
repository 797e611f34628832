import type { DataSource } from 'typeorm';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { cancelRun } from '#domain/job-runs/end-runs';
import { NO_SUBMITTER } from '#domain/job-runs/job-runs';
import type { JobOutbox } from '#messaging/job-outbox';
import { JobQueues } from '#messaging/job-queues';
import { JOB_NAMES } from '#messaging/jobs';
import { queueConnections } from '#messaging/queue-connection';
import { readEnvironment } from '#platform/config/environment';
import { connectTo, createTestDatabase } from '../../../test/test-database';
import { OutboxStage, SILENT } from './support/outbox-stage';

/** Older than the time in which the writer itself adds its job. */
const ABANDONED = -5;

// A database of its own: other suites have the lower and the higher ones.
const redisUrl = process.env.TEST_REDIS_URL && new URL('/7', process.env.TEST_REDIS_URL).href;
const BACKENDS = [
  { backend: 'Postgres', redis: '' },
  ...(redisUrl ? [{ backend: 'Redis', redis: redisUrl }] : []),
];

describe.each(BACKENDS)('the outbox, with the queue on $backend', ({ redis }) => {
  let stage: OutboxStage;
  let dataSource: DataSource;
  let queues: JobQueues;
  let outbox: JobOutbox;
  // An earlier run may have stored jobs in the same Redis.
  let lastSubject = Math.floor(Date.now() / 1_000);

  beforeAll(async () => {
    stage = await OutboxStage.open(redis);
    ({ dataSource, queues, outbox } = stage);
  });
  afterAll(() => stage.close());
  afterEach(() => dataSource.query('delete from job_outbox'));

  const newSubject = () => String(++lastSubject);
  async function write(subject: string, availableInSeconds = 0): Promise<JobEntry[]> {
    const written = await outbox.submit(dataSource.manager, 'backtest', subject, NO_SUBMITTER);
    await dataSource.query(
      'update job_outbox set available_at = available_at + make_interval(secs => $2) where subject = $1',
      [subject, availableInSeconds],
    );
    return written;
  }
  const stateOf = (subject: string) => queues.state('backtest', { subject, run: 1 });

  it('commits an entry with its row, or neither', async () => {
    const insert = `insert into strategy_ideas (name, description) values ('outbox', 'd')`;
    const [kept, lost] = [newSubject(), newSubject()];
    await dataSource.transaction(async (manager) => {
      await manager.query(insert);
      await outbox.submit(manager, 'backtest', kept, NO_SUBMITTER);
    });
    const failing = dataSource.transaction(async (manager) => {
      await manager.query(insert);
      await outbox.submit(manager, 'backtest', lost, NO_SUBMITTER);
      throw new Error('the row was refused');
    });
    await expect(failing).rejects.toThrow('the row was refused');
    expect(await stage.entries()).toEqual([kept]);
    expect(await dataSource.query(`select count(*)::int from strategy_ideas where name = 'outbox'`)).toEqual([
      { count: 1 },
    ]);
  });

  it('adds at once what was dispatched, and forgets it when the queue has it', async () => {
    const subject = newSubject();
    const deleted = new Promise<void>((resolve) => {
      const { manager } = dataSource;
      const query = manager.query.bind(manager);
      const spy = jest
        .spyOn(manager, 'query')
        .mockImplementation(async (...given: Parameters<typeof query>) => {
          const result: unknown = await query(...given);
          if (given[0].startsWith('delete from job_outbox')) {
            spy.mockRestore();
            resolve();
          }
          return result;
        });
    });
    outbox.dispatch(await write(subject));
    await deleted;
    expect(await stateOf(subject)).toBe('waiting');
    expect(await stage.entries()).toEqual([]);
  });

  it('keeps the entry when the queue cannot be reached, and says so', async () => {
    const subject = newSubject();
    let warn: (message: string) => void;
    const warned = new Promise<string>((resolve) => (warn = resolve));
    const logger = Object.assign(Object.create(SILENT) as typeof SILENT, {
      warn: (_fields: object, message: string) => warn(message),
    });
    const unreachable = stage.queuesThat(() => Promise.reject(new Error('no queue')));
    stage.outboxOf(unreachable, logger).dispatch(await write(subject));
    expect(await warned).toMatch(/the relay will add them/);
    expect(await stage.entries()).toEqual([subject]);
    expect(await stateOf(subject)).toBe('unknown');
  });

  it('relays what was abandoned, and leaves alone what is young or not due', async () => {
    const [left, young, later] = [newSubject(), newSubject(), newSubject()];
    await write(left, ABANDONED);
    await write(young);
    await write(later, 60);
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(left)).toBe('waiting');
    expect(await stage.entries()).toEqual([young, later]);
    expect(await outbox.relay()).toBe(0);
  });

  it('leaves a job it does not know to a worker that does, and relays what comes after it', async () => {
    const known = newSubject();
    await dataSource.query(
      `insert into job_outbox (job, subject, run, available_at)
       values ('of-another-version', '1', 1, now() - interval '1 hour')`,
    );
    await write(known, ABANDONED);
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(known)).toBe('waiting');
    expect(await dataSource.query('select job from job_outbox')).toEqual([{ job: 'of-another-version' }]);
  });

  it('relays entries that commit after later ones were relayed', async () => {
    const [early, late] = [newSubject(), newSubject()];
    await dataSource.transaction(async (manager) => {
      await outbox.submit(manager, 'backtest', early, NO_SUBMITTER);
      await manager.query(`update job_outbox set available_at = now() - interval '5 seconds'`);
      await write(late, ABANDONED);
      expect(await outbox.relay()).toBe(1);
      expect(await stateOf(late)).toBe('waiting');
      expect(await stateOf(early)).toBe('unknown');
    });
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(early)).toBe('waiting');
  });

  it('shares the work between relays: each job is added once', async () => {
    const subjects = Array.from({ length: 260 }, newSubject);
    await outbox.submitAll(dataSource.manager, 'backtest', subjects, NO_SUBMITTER);
    await dataSource.query(`update job_outbox set available_at = now() - interval '5 seconds'`);
    const added: string[] = [];
    let relaysAtWork = 0;
    let release: () => void;
    const bothAtWork = new Promise<void>((resolve) => (release = resolve));
    const relay = () => {
      let isFirst = true;
      const watched = stage.queuesThat(async (batch) => {
        added.push(...batch);
        if (isFirst && ++relaysAtWork === 2) release();
        isFirst = false;
        await bothAtWork;
      });
      return stage.outboxOf(watched).relay();
    };
    const counts = await Promise.all([relay(), relay()]);
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts[0] + counts[1]).toBe(subjects.length);
    expect(added.sort()).toEqual(subjects);
    expect(await stage.entries()).toEqual([]);
  });

  it('keeps every entry of a relay that fails', async () => {
    const subjects = [newSubject(), newSubject()];
    for (const subject of subjects) await write(subject, ABANDONED);
    const failing = stage.queuesThat((batch) => {
      if (batch.includes(subjects[1])) throw new Error('no queue');
    });
    await expect(stage.outboxOf(failing).relay()).rejects.toThrow('no queue');
    expect(await stage.entries()).toEqual(subjects);
    expect(await outbox.relay()).toBe(2);
  });

  it('withdraws a job that has not reached the queue', async () => {
    const [kept, withdrawn] = [newSubject(), newSubject()];
    await write(kept, ABANDONED);
    await write(withdrawn, ABANDONED);
    await cancelRun(dataSource.manager, 'backtest', withdrawn);
    expect(await outbox.relay()).toBe(1);
    expect(await stateOf(withdrawn)).toBe('unknown');
    expect(await stateOf(kept)).toBe('waiting');
  });

  it('adds a job that the queue already has without doubling it, and removes one that waits', async () => {
    const subject = newSubject();
    const entry = { id: '1', job: 'backtest', subject, run: 1, priority: 0 };
    await queues.add([entry]);
    await queues.add([entry]);
    expect(await stateOf(subject)).toBe('waiting');
    await queues.remove('backtest', entry);
    expect(await stateOf(subject)).toBe('unknown');
    await expect(queues.check()).resolves.toBeUndefined();
  });
});

it('shares a few connections among all queues of a process, until the last of them is closed', async () => {
  const database = await connectTo(await createTestDatabase());
  const url = `${database.url}?application_name=shared`;
  const openQueues = async () => {
    const { producer } = queueConnections(readEnvironment({ DATABASE_URL: url }));
    const queues = new JobQueues({ connection: producer }, SILENT);
    await Promise.all(JOB_NAMES.map((job) => queues.state(job, { subject: '1', run: 1 })));
    return queues;
  };
  const connections = async () => {
    const open = await database.client.query(
      `select from pg_stat_activity where application_name = 'shared' and datname = current_database()`,
    );
    return open.rowCount!;
  };
  const [first, second] = await Promise.all([openQueues(), openQueues()]);
  expect(await connections()).toBeLessThanOrEqual(5);
  await first.onApplicationShutdown();
  await expect(second.check()).resolves.toBeUndefined();
  await second.onApplicationShutdown();
  while ((await connections()) > 0);
  await (await openQueues()).onApplicationShutdown();
  await database.drop();
});
