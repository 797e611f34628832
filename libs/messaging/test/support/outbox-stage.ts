import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { JobRuns } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';
import { JobQueues } from '#messaging/job-queues';
import { queueConnections } from '#messaging/queue-connection';
import { readEnvironment } from '#platform/config/environment';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';

export const SILENT = pino({ level: 'silent' });

/** An outbox on a database of its own, with the queues in it or in a Redis. */
export class OutboxStage {
  readonly outbox: JobOutbox;

  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
    readonly queues: JobQueues,
  ) {
    this.outbox = this.outboxOf(queues);
  }

  static async open(redisUrl = ''): Promise<OutboxStage> {
    const database = await createTestDatabase();
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 8 }));
    await dataSource.initialize();
    const environment = readEnvironment({ DATABASE_URL: database.url, REDIS_URL: redisUrl });
    const queues = new JobQueues({ connection: queueConnections(environment).producer }, SILENT);
    return new OutboxStage(database, dataSource, queues);
  }

  async close(): Promise<void> {
    await this.queues.onApplicationShutdown();
    await this.dataSource.destroy();
    await this.database.drop();
  }

  outboxOf(queues: JobQueues, logger = SILENT): JobOutbox {
    return new JobOutbox(this.dataSource, new JobRuns(this.dataSource), queues, logger);
  }

  /** The queues, with something to do or to see before jobs are added. */
  queuesThat(before: (subjects: readonly string[]) => void | Promise<void>): JobQueues {
    const watched = Object.create(this.queues) as JobQueues;
    watched.add = async (added) => {
      await before(added.map(({ subject }) => subject));
      await this.queues.add(added);
    };
    return watched;
  }

  /** The subjects of the entries that are left, oldest first. */
  async entries(): Promise<string[]> {
    const rows = await this.dataSource.query<{ subject: string }[]>(
      'select subject from job_outbox order by id',
    );
    return rows.map(({ subject }) => subject);
  }
}
