import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { within } from './within';

/** A change of a backtest's job, or the write of its report, as the database committed it. */
export interface RunEvent {
  readonly id: number;
  /** Null when the row was just inserted. */
  readonly from: string | null;
  /** A status; `report` when a report was written, `deleted` when the row went. */
  readonly to: string;
  readonly run: number;
  readonly losses: number;
}

const INSTALL = `
  create function audit_backtest() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or (old.status, old.run) is distinct from (new.status, new.run) then
      perform pg_notify('run_audit', json_build_object(
        'id', new.subject::integer, 'from', case when tg_op = 'UPDATE' then old.status end, 'to', new.status,
        'run', new.run, 'losses', new.losses)::text);
    end if;
    return null;
  end $$;
  create trigger audit after insert or update on job_runs for each row when (new.job = 'backtest')
    execute function audit_backtest();

  create function audit_deletion() returns trigger language plpgsql as $$
  begin
    perform pg_notify('run_audit', json_build_object(
      'id', old.id, 'from', old.status, 'to', 'deleted', 'run', 0, 'losses', 0)::text);
    return null;
  end $$;
  create trigger audit after delete on backtests for each row execute function audit_deletion();

  create function audit_report() returns trigger language plpgsql as $$
  begin
    -- Numbered, because equal notifications of one transaction are sent once.
    perform pg_notify('run_audit', json_build_object(
      'id', new.backtest_id, 'from', null, 'to', 'report', 'run', 0, 'losses', 0,
      'number', nextval('report_writes'))::text);
    return null;
  end $$;
  create sequence report_writes;
  create trigger audit after insert or update on backtest_reports for each row execute function audit_report();`;

/** Receives every committed step of every backtest, in the order of the commits. */
export class RunAudit {
  readonly events: RunEvent[] = [];
  private readonly received = new EventEmitter();

  private constructor(private readonly client: Client) {
    client.on('notification', ({ payload }) => {
      this.events.push(JSON.parse(payload!) as RunEvent);
      this.received.emit('event');
    });
  }

  static async install(databaseUrl: string): Promise<RunAudit> {
    const client = new Client({ connectionString: databaseUrl, application_name: 'audit' });
    await client.connect();
    await client.query(INSTALL);
    await client.query('listen run_audit');
    return new RunAudit(client);
  }

  async until(
    what: string,
    isReached: (events: readonly RunEvent[]) => boolean,
    { seconds = 40 } = {},
  ): Promise<void> {
    const reach = async () => {
      while (!isReached(this.events)) await once(this.received, 'event');
    };
    await within(reach(), what, { seconds, describe: () => JSON.stringify(this.events.slice(-20)) });
  }

  /** Resolves when the backtest has come to this status, now or earlier. */
  async untilStatus(id: number, status: string, { seconds = 40 } = {}): Promise<void> {
    await this.until(`backtest ${id} becomes ${status}`, () => this.count(id, status) > 0, { seconds });
  }

  async untilAll(ids: readonly number[], status: string, { seconds = 40 } = {}): Promise<void> {
    const wanted = new Set(ids);
    const reached = () =>
      new Set(this.events.filter(({ to, id }) => to === status && wanted.has(id)).map(({ id }) => id));
    await this.until(`${ids.length} backtests become ${status}`, () => reached().size === wanted.size, {
      seconds,
    });
  }

  count(id: number, to: string): number {
    return this.events.filter((event) => event.id === id && event.to === to).length;
  }

  /** Forgets the events so far, those included that are still under way. */
  async clear(): Promise<void> {
    await this.client.query('select');
    this.events.length = 0;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
