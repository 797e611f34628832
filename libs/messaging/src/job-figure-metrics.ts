import { Inject, Injectable } from '@nestjs/common';
import { getToken, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { JobFigures, QUEUED_STATES } from '#domain/job-runs/job-figures';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';
import { JOB_NAMES } from './jobs';

const JOBS = 'job_queue_jobs';
const OLDEST = 'job_oldest_pending_seconds';
const ENTRIES = 'job_outbox_entries';
const OLDEST_ENTRY = 'job_outbox_oldest_seconds';

type JobGauges = Readonly<Record<'jobs' | 'oldest' | 'entries' | 'oldestEntry', Gauge>>;

const JOB_GAUGES = Symbol('gauges of jobs');

export const JOB_FIGURE_METRICS = [
  makeGaugeProvider({
    name: JOBS,
    help: 'Jobs in the database that wait for a worker, for their time, or run, over all workers',
    labelNames: ['job', 'state'],
  }),
  makeGaugeProvider({
    name: OLDEST,
    help: 'How long the oldest job that a worker could begin has waited, over all workers',
    labelNames: ['job'],
  }),
  makeGaugeProvider({
    name: ENTRIES,
    help: 'Jobs in the outbox: in the database, and not in their queue yet',
  }),
  makeGaugeProvider({
    name: OLDEST_ENTRY,
    help: 'How long the oldest job of the outbox could have been in its queue',
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

/** A scrape reads all gauges at once: what is younger than this is read once for them. */
const FRESH_MILLISECONDS = 1_000;
const TIMEOUT_MILLISECONDS = 2_000;

/** What is to be done in the whole database, read when metrics are scraped. Every process reports the same, also without any worker. */
@Injectable()
export class JobFigureMetrics {
  private read: Promise<void> | undefined;
  private readAt = -Infinity;
  private readonly outage: OutageLog;

  constructor(
    private readonly figures: JobFigures,
    @Inject(JOB_GAUGES) private readonly gauges: JobGauges,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The figures of jobs');
    for (const gauge of Object.values(gauges)) Object.assign(gauge, { collect: () => this.refresh() });
  }

  private refresh(): Promise<void> {
    if (performance.now() - this.readAt > FRESH_MILLISECONDS) {
      this.readAt = performance.now();
      this.read = this.readFigures().then(
        () => this.outage.works(),
        (error: unknown) => {
          // No figure is better than one of before.
          for (const gauge of Object.values(this.gauges)) gauge.reset();
          this.outage.failed(error);
        },
      );
    }
    return this.read!;
  }

  private async readFigures(): Promise<void> {
    const [jobs, outbox] = await pTimeout(Promise.all([this.figures.ofJobs(), this.figures.ofOutbox()]), {
      milliseconds: TIMEOUT_MILLISECONDS,
    });
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
