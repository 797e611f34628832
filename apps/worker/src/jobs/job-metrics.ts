import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { JOB_NAMES, type JobName } from '#messaging/jobs';
import { declareCounter, declareGauge, declareHistogram } from '#platform/metrics/declare-metric';
import type { JobOutcome } from './held-run';

const WAIT = 'job_wait_seconds';
const DURATION = 'job_duration_seconds';
const STALLED = 'job_stalled_total';
const RUNNING = 'worker_jobs_running';
const CONCURRENCY = 'worker_concurrency';

/** So that the first one of them is an increase. */
const COUNTED_FROM_THE_START = ['completed', 'refused', 'failed'] as const;

const JOB_OUTCOMES = [
  'completed',
  'refused',
  'dropped',
  'handed back',
  'busy',
  'failed',
] as const satisfies readonly (JobOutcome | 'failed')[];

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

export const JOB_METRICS = [
  declareHistogram({
    name: WAIT,
    help: 'Time a job spent in its queue',
    labels: { job: JOB_NAMES },
    buckets: SECONDS,
  }),
  declareHistogram({
    name: DURATION,
    help: 'Time a job took, by outcome',
    labels: { job: JOB_NAMES, outcome: JOB_OUTCOMES },
    buckets: SECONDS,
  }),
  declareCounter({
    name: STALLED,
    help: 'Jobs whose worker stopped renewing their lock',
    labels: { job: JOB_NAMES },
  }),
  declareGauge({ name: RUNNING, help: 'Jobs that this worker runs now', labels: { job: JOB_NAMES } }),
  declareGauge({
    name: CONCURRENCY,
    help: 'Jobs of each kind that this worker runs at most at once',
    labels: { job: JOB_NAMES },
  }),
];

/** Measures every job, whatever it does. */
@Injectable()
export class JobMetrics {
  constructor(
    @InjectMetric(WAIT) private readonly wait: Histogram,
    @InjectMetric(DURATION) private readonly duration: Histogram,
    @InjectMetric(STALLED) private readonly stalled: Counter,
    @InjectMetric(RUNNING) private readonly running: Gauge,
    @InjectMetric(CONCURRENCY) private readonly concurrency: Gauge,
  ) {
    for (const job of JOB_NAMES) {
      stalled.inc({ job }, 0);
      running.set({ job }, 0);
      for (const outcome of COUNTED_FROM_THE_START) duration.zero({ job, outcome });
    }
  }

  showConcurrency(job: JobName, concurrency: number): void {
    this.concurrency.set({ job }, concurrency);
  }

  async measure(job: JobName, addedAt: number, work: () => Promise<JobOutcome>): Promise<JobOutcome> {
    this.wait.observe({ job }, Math.max(0, Date.now() - addedAt) / 1000);
    const end = this.duration.startTimer({ job });
    this.running.inc({ job });
    try {
      const outcome = await work();
      end({ outcome });
      return outcome;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    } finally {
      this.running.dec({ job });
    }
  }

  countStalled(job: JobName): void {
    this.stalled.inc({ job });
  }
}
