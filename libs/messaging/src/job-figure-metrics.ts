import { Inject, Injectable } from '@nestjs/common';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { JobFigures, QUEUED_STATES } from '#domain/job-runs/job-figures';
import { declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import { JOB_NAMES } from './jobs';
import { readAtScrape } from './read-at-scrape';

const JOBS = 'job_queue_jobs';
const OLDEST = 'job_oldest_pending_seconds';
const ENTRIES = 'job_outbox_entries';
const OLDEST_ENTRY = 'job_outbox_oldest_seconds';

type JobGauges = Readonly<Record<'jobs' | 'oldest' | 'entries' | 'oldestEntry', Gauge>>;

const JOB_GAUGES = Symbol('gauges of jobs');

export const JOB_FIGURE_METRICS = [
  declareGauge({
    name: JOBS,
    help: 'Jobs in the database that wait for a worker, for their time, or run, over all workers',
    of: 'database',
    labels: { job: JOB_NAMES, state: QUEUED_STATES },
  }),
  declareGauge({
    name: OLDEST,
    help: 'How long the oldest job that a worker could begin has waited, over all workers',
    of: 'database',
    labels: { job: JOB_NAMES },
  }),
  declareGauge({
    name: ENTRIES,
    help: 'Jobs in the outbox: in the database, and not in their queue yet',
    of: 'database',
  }),
  declareGauge({
    name: OLDEST_ENTRY,
    help: 'How long the oldest job of the outbox could have been in its queue',
    of: 'database',
  }),
  {
    provide: JOB_GAUGES,
    inject: [JOBS, OLDEST, ENTRIES, OLDEST_ENTRY].map((name) => getToken(name)),
    useFactory: (jobs: Gauge, oldest: Gauge, entries: Gauge, oldestEntry: Gauge): JobGauges => ({
      jobs,
      oldest,
      entries,
      oldestEntry,
    }),
  },
];

/** What is to be done in the whole database, read when metrics are scraped. Every process reports the same, also without any worker. */
@Injectable()
export class JobFigureMetrics {
  constructor(
    private readonly figures: JobFigures,
    @Inject(JOB_GAUGES) private readonly gauges: JobGauges,
    @Inject(LOGGER) logger: Logger,
  ) {
    readAtScrape({
      gauges: Object.values(gauges),
      what: 'The figures of jobs',
      logger,
      read: () => this.readFigures(),
    });
  }

  private async readFigures(): Promise<void> {
    const [jobs, outbox] = await Promise.all([this.figures.ofJobs(), this.figures.ofOutbox()]);
    const { jobs: counts, oldest, entries, oldestEntry } = this.gauges;
    for (const job of JOB_NAMES) {
      for (const state of QUEUED_STATES) {
        const figure = jobs.find((other) => other.job === job && other.state === state);
        counts.set({ job, state }, figure?.count ?? 0);
        if (state === 'waiting') oldest.set({ job }, figure?.oldestSeconds ?? 0);
      }
    }
    entries.set(outbox.entries);
    oldestEntry.set(outbox.oldestSeconds);
  }
}
