import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { within } from './within';

const INSTALL = `
  create function note_job_end() returns trigger language plpgsql as $$
  begin
    perform pg_notify('job_ends', new.job || ' ' || new.subject);
    return null;
  end $$;
  create trigger note_end after update on job_runs for each row
    when (new.status in ('completed', 'failed') and new.status is distinct from old.status)
    execute function note_job_end();`;

/** Receives the end of every job, when the database commits it. */
export class JobEnds {
  private readonly ends = new EventEmitter().setMaxListeners(0);

  private constructor(private readonly client: Client) {
    client.on('notification', ({ payload }) => this.ends.emit(payload!));
  }

  static async install(databaseUrl: string): Promise<JobEnds> {
    const client = new Client({ connectionString: databaseUrl, application_name: 'job ends' });
    await client.connect();
    await client.query(INSTALL);
    await client.query('listen job_ends');
    return new JobEnds(client);
  }

  /** Resolves when a job is completed or has failed, now or earlier. */
  async until(job: string, subject: string, seconds?: number): Promise<void> {
    const settled = new AbortController();
    const end = once(this.ends, `${job} ${subject}`, { signal: settled.signal }).catch(() => undefined);
    try {
      const { rowCount } = await this.client.query(
        `select from job_runs where job = $1 and subject = $2 and status in ('completed', 'failed')`,
        [job, subject],
      );
      if (rowCount === 0) await within(end, `the ${job} ${subject} ends`, { seconds });
    } finally {
      settled.abort();
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
