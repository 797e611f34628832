interface SearchPayload {
  readonly searchId: number;
  readonly run: number;
}

/** Every job there is: its name, which is also its queue's, and what its entry in the queue carries. */
export interface JobPayloads {
  readonly backtest: { readonly backtestId: number; readonly run: number };
  /** Runs a completed backtest again and compares. */
  readonly 'backtest-verify': { readonly backtestId: number; readonly run: number };
  /** Requests from a series' exchange the candles that it lacks. */
  readonly 'gap-repair': { readonly repairId: number; readonly run: number };
  /** Requests from the equity provider the sessions that symbols lack. */
  readonly 'equity-backfill': { readonly ingestId: number; readonly run: number };
  /** Plans a walk-forward run or a sweep. */
  readonly 'parameter-search': SearchPayload;
  readonly 'parameter-search-chunk': SearchPayload & { readonly position: number };
  /** Waits for the chunks. */
  readonly 'parameter-search-assemble': SearchPayload;
  /** Requests settled funding. Null where the hourly scheduler made the job; else the minute (since 1970) it was missed in. */
  readonly 'funding-ingest': { readonly minute: number | null };
  /** Computes the features of series. */
  readonly 'feature-precompute': { readonly precomputeId: number; readonly run: number };
  /** Requests headlines from the feeds. Null where the scheduler made the job; else when it was requested, in milliseconds. */
  readonly 'headline-fetch': { readonly requestedAt: number | null };
}

export type JobName = keyof JobPayloads;

type JobIds = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => string };

/** A job's id says what it works on; a queue ignores an id that it still keeps, so each new try counts `run` up. */
const JOB_IDS: JobIds = {
  backtest: ({ backtestId, run }) => `backtest-${backtestId}-${run}`,
  'backtest-verify': ({ backtestId, run }) => `backtest-verify-${backtestId}-${run}`,
  'gap-repair': ({ repairId, run }) => `gap-repair-${repairId}-${run}`,
  'equity-backfill': ({ ingestId, run }) => `equity-backfill-${ingestId}-${run}`,
  'parameter-search': ({ searchId, run }) => `parameter-search-${searchId}-${run}`,
  'parameter-search-chunk': ({ searchId, position, run }) =>
    `parameter-search-chunk-${searchId}-${position}-${run}`,
  'parameter-search-assemble': ({ searchId, run }) => `parameter-search-assemble-${searchId}-${run}`,
  'funding-ingest': ({ minute }) => `funding-ingest-${minute ?? 'hourly'}`,
  'feature-precompute': ({ precomputeId, run }) => `feature-precompute-${precomputeId}-${run}`,
  'headline-fetch': ({ requestedAt }) => `headline-fetch-${requestedAt ?? 'scheduled'}`,
};

export const JOB_NAMES = Object.keys(JOB_IDS) as readonly JobName[];

export function jobIdOf<Name extends JobName>(name: Name, payload: JobPayloads[Name]): string {
  return JOB_IDS[name](payload);
}
