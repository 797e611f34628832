import { Argument, type Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { JobRuns, NO_SUBMITTER } from '#domain/job-runs/job-runs';
import type { JobRunStatus } from '#domain/job-runs/job-status';
import { JOB_NAMES, type JobName, JOBS } from '#messaging/jobs';
import { withDatabase } from './csv-import/with-database';
import { databaseUrl } from './database-url';
import type { Shell } from './shell';

interface JobOptions {
  readonly json?: true;
}

interface StoredJob {
  readonly subject: string;
  readonly status: JobRunStatus;
}

interface BegunJob {
  readonly subject: string;
  /** `waiting`: for a worker, since before. */
  readonly outcome: 'submitted' | 'waiting' | 'running';
}

const OUTCOMES: Readonly<Record<BegunJob['outcome'], string>> = {
  submitted: 'submitted',
  waiting: 'waits for a worker already',
  running: 'runs already',
};

/** An error names so many subjects. */
const MOST_NAMED = 20;

const NOTES = `
A job that waits for its time (the next hour of a symbol's funding, the next poll of a feed, the next try of what
failed) is queued at once: a free worker begins it within seconds, or as soon as one is started. One that waits for a
worker or runs already stays as it is. What a request submitted and is over runs again by another request alone. No feed
is fetched twice within ten minutes all the same. Roll-ups, the refresh of features and retention are not jobs: every
worker does them again and again.

Exit codes: 0 all of the jobs wait for a worker or run, 1 could not run; then nothing is changed.`;

export function addJobCommand(program: Command, shell: Shell): void {
  program
    .command('job')
    .description('what workers do')
    .command('run')
    .description('have jobs begin now which would begin later')
    .addArgument(new Argument('<name>', 'of the job').choices(JOB_NAMES))
    .argument(
      '[subjects...]',
      'what it is about, such as binance:BTC/USDT:USDT; default: all that wait or run',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action((name: JobName, subjects: readonly string[], options: JobOptions) =>
      runJob(shell, name, subjects, options),
    );
}

async function runJob(
  { readEnvironment, output }: Shell,
  name: JobName,
  subjects: readonly string[],
  { json }: JobOptions,
): Promise<void> {
  const begun = await withDatabase(databaseUrl(readEnvironment()), (dataSource) =>
    dataSource.transaction((manager) =>
      begin(manager, new JobRuns(dataSource), name, subjects.length > 0 ? subjects : null),
    ),
  );
  if (json) output.write(`${JSON.stringify({ job: name, jobs: begun })}\n`);
  else for (const { subject, outcome } of begun) output.write(`${name} ${subject}: ${OUTCOMES[outcome]}\n`);
}

/** The relay of the workers brings them to the queue, which need not be in reach. */
async function begin(
  manager: EntityManager,
  runs: JobRuns,
  name: JobName,
  subjects: readonly string[] | null,
): Promise<BegunJob[]> {
  const definition = JOBS[name];
  const jobs = await find(manager, name, subjects);
  const missing = subjects?.find((subject) => jobs.every((job) => job.subject !== subject));
  if (missing !== undefined || jobs.length === 0) throw new Error(await absence(manager, name, missing));
  const over = jobs.filter(({ status }) => status !== 'pending' && status !== 'running');
  if (over.length > 0 && definition.resource) {
    const [{ subject, status }] = over;
    throw new Error(`${name} ${subject} is ${status}: another request alone runs it again`);
  }
  const entries = [
    ...(await runs.hasten(manager, definition, subjects)),
    ...(await runs.submit(
      manager,
      definition,
      over.map(({ subject }) => subject),
      NO_SUBMITTER,
    )),
  ];
  const submitted = new Set(entries.map(({ subject }) => subject));
  return jobs.map(({ subject, status }) => {
    if (submitted.has(subject)) return { subject, outcome: 'submitted' };
    return { subject, outcome: status === 'running' ? 'running' : 'waiting' };
  });
}

/** Locked, so that what is said of them is still true when they are submitted. */
function find(
  manager: EntityManager,
  name: JobName,
  subjects: readonly string[] | null,
): Promise<StoredJob[]> {
  return manager.query(
    `select subject, status from job_runs
     where job = $1 and case when $2::text[] is null then status in ('pending', 'running') else subject = any($2) end
     order by subject for update`,
    [name, subjects],
  );
}

async function absence(manager: EntityManager, name: JobName, subject: string | undefined): Promise<string> {
  const known = await manager.query<StoredJob[]>(
    'select subject from job_runs where job = $1 order by queued_at desc limit $2',
    [name, MOST_NAMED],
  );
  const named = known.map((job) => job.subject).sort();
  if (subject !== undefined && named.length > 0) {
    const newest = named.length < MOST_NAMED ? '' : `, the newest ${MOST_NAMED}:`;
    return `There is no ${name} of ${JSON.stringify(subject)}; there is${newest} ${named.join(', ')}`;
  }
  const origin = 'a request submits it, or a worker that is configured for it';
  return `No ${name} ${named.length > 0 ? 'waits or runs' : 'is stored'}: ${origin}`;
}
