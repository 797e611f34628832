import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { JobStatus } from '#domain/job-runs/job-status';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import type { RequestedWait } from '../http/requested-wait';

const POLL_MILLISECONDS = 50;

const TABLES = ['backtests', 'parameter_searches', 'portfolio_runs'] as const;

type RunTable = (typeof TABLES)[number];

/** Of a run as it is shown. */
export function isOver({ status }: { readonly status: JobStatus }): boolean {
  return status === 'completed' || status === 'failed';
}

interface WaitedRun {
  readonly table: RunTable;
  readonly id: number;
  readonly end: () => void;
}

/** Requests that wait for their runs. However many do, one poll serves them all. */
@Injectable()
export class RunWaits {
  private readonly waited = new Set<WaitedRun>();
  private polls: Repetition | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the run is over or deleted, the time is up, the client disconnected or this process stops. */
  async untilOver(table: RunTable, id: number, { seconds = 0, disconnected }: RequestedWait): Promise<void> {
    if (seconds === 0) return;
    const stopped = AbortSignal.any([
      disconnected,
      this.shutdown.signal,
      AbortSignal.timeout(seconds * 1_000),
    ]);
    if (stopped.aborted) return;
    await new Promise<void>((resolve) => {
      const run: WaitedRun = {
        table,
        id,
        end: () => {
          this.remove(run);
          resolve();
        },
      };
      stopped.addEventListener('abort', run.end, { once: true });
      this.add(run);
    });
  }

  private add(run: WaitedRun): void {
    this.waited.add(run);
    this.polls ??= repeat(
      () => this.poll(),
      POLL_MILLISECONDS,
      (error) => this.logger.debug({ err: error }, 'The runs that requests wait for could not be read'),
    );
  }

  private remove(run: WaitedRun): void {
    this.waited.delete(run);
    if (this.waited.size > 0) return;
    void this.polls?.stop();
    this.polls = undefined;
  }

  private async poll(): Promise<void> {
    const polled = [...this.waited];
    const idsIn = (table: RunTable) => polled.filter((run) => run.table === table).map(({ id }) => id);
    const unfinished = await this.dataSource.query<Pick<WaitedRun, 'table' | 'id'>[]>(
      TABLES.map(
        (table, index) =>
          `select '${table}' as table, id from ${table} where id = any($${index + 1}) and status in ('pending', 'running')`,
      ).join(' union all '),
      TABLES.map(idsIn),
    );
    const going = new Set(unfinished.map(({ table, id }) => `${table} ${id}`));
    for (const run of polled) if (!going.has(`${run.table} ${run.id}`)) run.end();
  }
}
