import { closeAbandoned } from '#domain/equities/equity-ingest-symbols';
import { defineJob, type JobDefinition, resourceById } from '#domain/job-runs/job-definition';
import { cancelJobsOfSearch, chunkOf } from '#domain/parameter-search/parameter-searches';

/** A loss that is not the last one is nothing that a reader of the result should know. */
const FAILURE = `failure_reason = case run.status when 'failed' then run.error end`;
const RUN = `status = run.status, ${FAILURE}, started_at = run.started_at, finished_at = run.finished_at`;
const OUTCOME = 'status = run.status, last_error = run.error, finished_at = run.finished_at';
const SEARCH_LOSS = 'The search lost its workers';
const SEARCH_END = `status = run.status, ${FAILURE}, finished_at = run.finished_at`;

/** Verifications have the id of their run. */
function verificationOf(table: string, key: string) {
  return { table, row: `${table}.${key} = run.subject::integer`, set: 'status = run.status' };
}

const DEFINITIONS = [
  defineJob({
    name: 'backtest',
    loss: 'The run lost its worker',
    resource: resourceById('backtests', RUN),
  }),
  /** Runs a completed backtest again and compares. */
  defineJob({
    name: 'backtest-verify',
    loss: 'The verification lost its worker',
    resource: verificationOf('backtest_verifications', 'backtest_id'),
  }),
  /** Runs many series in one account. */
  defineJob({
    name: 'portfolio',
    loss: 'The run lost its worker',
    resource: resourceById('portfolio_runs', RUN),
  }),
  /** Runs a completed portfolio again and compares. */
  defineJob({
    name: 'portfolio-verify',
    loss: 'The verification lost its worker',
    resource: verificationOf('portfolio_verifications', 'portfolio_id'),
  }),
  /** Requests from a series' exchange the candles that it lacks. */
  defineJob({
    name: 'gap-repair',
    loss: 'The repair lost its worker',
    resource: resourceById('gap_repairs', OUTCOME),
  }),
  /** Requests from the equity provider the sessions that symbols lack: one at a time, because providers count requests. */
  defineJob({
    name: 'equity-backfill',
    loss: 'The ingest lost its worker',
    exclusive: true,
    resource: resourceById('equity_ingests', OUTCOME),
    afterFailure: closeAbandoned,
  }),
  /** Plans a walk-forward run or a sweep. */
  defineJob({
    name: 'parameter-search',
    loss: SEARCH_LOSS,
    resource: resourceById('parameter_searches', RUN, ['pending', 'running', 'failed']),
  }),
  /** Some combinations of a planned search; the subject is `<search>:<position>`. */
  defineJob({
    name: 'parameter-search-chunk',
    loss: SEARCH_LOSS,
    resource: {
      table: 'parameter_searches',
      row: `parameter_searches.id = split_part(run.subject, ':', 1)::integer`,
      set: SEARCH_END,
      shows: ['failed'],
    },
    afterFailure: (manager, subject) => cancelJobsOfSearch(manager, chunkOf(subject).searchId),
  }),
  /** Computes the result of a search from those of its chunks. */
  defineJob({
    name: 'parameter-search-assemble',
    loss: SEARCH_LOSS,
    resource: resourceById('parameter_searches', SEARCH_END, ['completed', 'failed']),
  }),
  /** Requests settled funding of a symbol, every hour; the subject is `<exchange>:<symbol>`. */
  defineJob({ name: 'funding-ingest', loss: 'The ingest lost its worker' }),
  /** Computes the features of series. */
  defineJob({
    name: 'feature-precompute',
    loss: 'The computation lost its worker',
    resource: resourceById('feature_precomputes', OUTCOME),
  }),
  /** Requests the headlines of a feed, every ten minutes. */
  defineJob({ name: 'headline-fetch', loss: 'The fetch lost its worker' }),
] as const;

export type JobName = (typeof DEFINITIONS)[number]['name'];

/** Every job there is. */
export const JOBS = Object.fromEntries(
  DEFINITIONS.map((definition) => [definition.name, definition]),
) as Readonly<Record<JobName, JobDefinition<JobName>>>;

export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[];

/** What the queue holds of a job; everything else is in its row. */
export interface JobPayload {
  readonly subject: string;
  readonly run: number;
}

/** A queue ignores an id that it still keeps, so each new try counts `run` up. No id may hold a colon. */
export function jobIdOf(name: string, { subject, run }: JobPayload): string {
  return `${name}-${encodeURIComponent(subject)}-${run}`;
}
