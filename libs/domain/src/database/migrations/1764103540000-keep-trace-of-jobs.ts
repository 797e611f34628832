import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Jobs that older code submits have none. */
export class KeepTraceOfJobs1764103540000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job_runs add column traceparent text, add column tracestate text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job_runs drop column traceparent, drop column tracestate');
  }
}
