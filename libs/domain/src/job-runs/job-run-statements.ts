import type { JobDefinition } from './job-definition';
import { JOB_STATUSES } from './job-status';

/** A run without a heartbeat for this long has lost its worker. */
const HEARTBEAT_EXPIRY_SECONDS = 5;
/** One that has lost this many is not tried again. */
const MAXIMUM_LOSSES = 25;
const LONGEST_DELAY_SECONDS = 60;
/** Of so many waiting jobs of one submitter the order is kept; those beyond come after them. */
const MOST_COUNTED = 1_000;

/** A running one has a token: the index of tokens holds the running ones alone, that of unfinished ones all that wait as well. */
export const IS_RUNNING = `status = 'running' and token is not null`;

export const IS_SILENT = `${IS_RUNNING} and heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS})`;

/** Back to the queue, under the next run number. */
export const NEXT_RUN = `run = job_runs.run + 1, token = null, heartbeat_at = null, queued_at = now()`;

function waitingOf(submitter: string, job: string): string {
  return `(select count(*) from (select from job_runs where submitted_by = ${submitter} and job = ${job} and status = 'pending'
    limit ${MOST_COUNTED}) counted)`;
}

/** Jobs queue up by their rank among the waiting ones of their submitter, so that everybody's first ones come first. */
export const SUBMIT = `
  insert into job_runs (job, subject, submitted_by, request_id, not_before, traceparent, tracestate, priority)
  select $1::text, given.subject, $3::text, $4::text, $5::timestamptz, $6::text, $7::text,
    ${waitingOf('$3', '$1')} + given.position - 1
  from unnest($2::text[]) with ordinality as given (subject, position)
  on conflict (job, subject) do update
    set ${NEXT_RUN}, status = 'pending', losses = 0, error = null,
      submitted_by = excluded.submitted_by, request_id = excluded.request_id, not_before = excluded.not_before,
      traceparent = excluded.traceparent, tracestate = excluded.tracestate,
      priority = excluded.priority, started_at = null, finished_at = null
    where job_runs.status in ('completed', 'failed')`;

/** `$2` is the reason, where there is one; it is tried again at once, or after a while that grows with each loss. */
export function losing({ loss }: JobDefinition, { delayed }: { readonly delayed: boolean }): string {
  const isLast = `losses + 1 >= ${MAXIMUM_LOSSES}`;
  const reason = `${loss} ${MAXIMUM_LOSSES} times, and is not tried again`;
  const delay = `now() + make_interval(secs => least(${LONGEST_DELAY_SECONDS}, (losses + 1) ^ 2))`;
  return `
    losses = losses + 1, ${NEXT_RUN}, status = case when ${isLast} then 'failed' else 'pending' end,
    error = coalesce($2, case when ${isLast} then '${reason}' end, error),
    finished_at = case when ${isLast} then now() end,
    not_before = ${delayed ? `case when ${isLast} then null else ${delay} end` : 'null'}`;
}

/**
 * A statement that changes a job's rows, copies their state to what they are about and adds those that wait now to the outbox; it
 * answers the changed rows. The job's row is locked before that of its resource, as everybody does.
 */
export function moving({ resource }: JobDefinition, change: string): string {
  return `
    with run as (${change} returning job_runs.*),
    ${resource ? `shown as (${showing(resource)}),` : ''}
    entry as (
      insert into job_outbox (job, subject, run, priority, available_at)
      select job, subject, run, priority, coalesce(not_before, now()) from run where status = 'pending'
      returning id, subject)
    select run.job, run.subject, run.run, run.status, run.token, run.losses, run.priority,
      run.submitted_by as "submittedBy", run.request_id as "requestId", run.not_before as "notBefore",
      run.traceparent, run.tracestate,
      run.not_before > now() as "isDelayed",
      entry.id as "entryId"
    from run left join entry using (subject) order by run.subject`;
}

/** What is over already stays as it is. */
function showing({ table, row, set, shows = JOB_STATUSES }: NonNullable<JobDefinition['resource']>): string {
  return `update ${table} set ${set} from run
    where ${row} and run.status in (${shows.map((status) => `'${status}'`).join(', ')})
      and ${table}.status in ('pending', 'running')`;
}

/**
 * A statement that writes rows with these columns, `$1` an array of them, and submits a job about each; it answers them in their order. A
 * row that is new shows its job as pending by itself.
 */
export function creating({ name, resource }: JobDefinition, columns: readonly string[]): string {
  const { table } = resource!;
  return `
    with created as (
      insert into ${table} (${columns.join(', ')})
      select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb) with ordinality order by ordinality
      returning id, created_at
    ), given as (
      select * from (select id, created_at, row_number() over (order by id) as position from created) numbered
      join unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
        as submitted (submitted_by, request_id, traceparent, tracestate, position) using (position)
    ), run as (
      insert into job_runs (job, subject, submitted_by, request_id, traceparent, tracestate, priority)
      select '${name}', id, submitted_by, request_id, traceparent, tracestate,
        ${waitingOf('given.submitted_by', `'${name}'`)} + row_number() over (partition by submitted_by order by position) - 1
      from given
      returning job, subject, run, priority
    ), entry as (
      insert into job_outbox (job, subject, run, priority) select job, subject, run, priority from run returning id, subject
    )
    select given.id, given.created_at as "createdAt", run.job, run.subject, run.run, run.priority, entry.id as "entryId"
    from given join run on run.subject = given.id::text join entry using (subject) order by given.position`;
}
