import { EventsPerSecond, PercentUnit, Seconds, Short } from '@grafana/grafana-foundation-sdk/units';
import { type DashboardSource, replicasOf } from './dashboard';
import { firing, limitOf } from './limits';
import { graph, stat } from './panels';

/** Metrics of jobs have a label `job` of their own, which replaces the one of Prometheus: the replica alone selects. */
const HERE = 'instance=~"$instance"';

const jobQuantile = (quantile: number, metric: string) =>
  `histogram_quantile(${quantile}, sum by (job, le) (rate(${metric}_bucket{${HERE}}[$__rate_interval])))`;

export const RUNS_AND_WORKERS: DashboardSource = {
  uid: 'candelabra-runs',
  title: 'Candelabra: runs and workers',
  description:
    'Jobs from their submission to their outcome: queue, outbox, workers, failures and maintenance.',
  variables: replicasOf('.*candelabra.*worker.*'),
  top: [
    stat({
      title: 'Workers up',
      description: 'Worker processes that Prometheus reaches.',
      unit: Short,
      expr: `sum(up{job=~"$job",${HERE}})`,
    }),
    stat({
      title: 'Queue unreachable',
      description: 'Jobs of Prometheus with processes that do not reach their queue.',
      unit: Short,
      ...firing('CandelabraQueueUnreachable'),
    }),
    stat({
      title: 'Waiting jobs',
      description: 'Jobs of the whole database that wait for a worker.',
      unit: Short,
      expr: 'sum(job_state:job_queue_jobs:max{state="waiting"})',
    }),
    stat({
      title: 'Oldest waiting job',
      description: 'How long the job has waited that a worker could have begun first, of the whole database.',
      unit: Seconds,
      expr: 'max(job:job_oldest_pending_seconds:max)',
      limit: limitOf('CandelabraQueueAge'),
    }),
    stat({
      title: 'Oldest entry of the outbox',
      description:
        'How long the queue has lacked a job that is in the database. Near 0 while queue and workers run.',
      unit: Seconds,
      expr: 'max(job_outbox_oldest_seconds)',
      limit: limitOf('CandelabraOutboxAge'),
    }),
    stat({
      title: 'Failures',
      description: 'The largest share of failed runs of any job in the last 15 minutes.',
      unit: PercentUnit,
      decimals: 1,
      expr: 'max(job:job_failures:ratio_increase15m)',
      limit: limitOf('CandelabraJobFailures'),
    }),
    stat({
      title: 'Lost runs',
      description:
        'Runs of the worst job in 15 minutes whose worker stopped renewing their lock. They begin again.',
      unit: Short,
      expr: 'max(job:job_stalled:increase15m)',
      limit: limitOf('CandelabraJobsLost'),
    }),
    stat({
      title: 'Oldest maintenance',
      description: 'Time since the last success of the maintenance task that has waited longest.',
      unit: Seconds,
      expr: 'max(task:maintenance_success_age:seconds)',
      limit: limitOf('CandelabraMaintenanceDead'),
    }),
  ],
  rows: [
    {
      title: 'Queue',
      panels: [
        graph({
          title: 'Unfinished jobs',
          description: 'Jobs of the whole database that wait for a worker, or run.',
          unit: Short,
          stacked: true,
          queries: [
            {
              expr: 'job_state:job_queue_jobs:max{state=~"waiting|running"} > 0',
              legend: '{{job}} {{state}}',
            },
          ],
        }),
        graph({
          title: 'Oldest waiting job',
          description: 'By job: what workers are scaled by. It grows also while no worker runs.',
          unit: Seconds,
          queries: [{ expr: 'job:job_oldest_pending_seconds:max', legend: '{{job}}' }],
          limit: limitOf('CandelabraQueueAge'),
        }),
        graph({
          title: 'Delayed jobs',
          description:
            'Jobs of the whole database that wait for their time, such as the next hour of funding.',
          unit: Short,
          queries: [{ expr: 'job_state:job_queue_jobs:max{state="delayed"} > 0', legend: '{{job}}' }],
        }),
        graph({
          title: 'Outbox',
          description: 'Jobs that their queue does not have yet, those that wait for their time included.',
          unit: Short,
          queries: [{ expr: 'max(job_outbox_entries)', legend: 'entries' }],
        }),
        graph({
          title: 'Age of the outbox',
          description: 'How long the oldest entry could have been in its queue.',
          unit: Seconds,
          queries: [{ expr: 'max(job_outbox_oldest_seconds)', legend: 'oldest entry' }],
          limit: limitOf('CandelabraOutboxAge'),
        }),
        graph({
          title: 'Time in the queue, p99',
          description: 'By job, of the jobs that workers began.',
          unit: Seconds,
          queries: [{ expr: jobQuantile(0.99, 'job_wait_seconds'), legend: '{{job}}' }],
        }),
      ],
    },
    {
      title: 'Runs',
      panels: [
        graph({
          title: 'Finished runs by outcome',
          description: 'Runs per second. refused: the input cannot be run; failed: an error.',
          unit: EventsPerSecond,
          stacked: true,
          queries: [
            {
              expr: `sum by (outcome) (rate(job_duration_seconds_count{${HERE}}[$__rate_interval]))`,
              legend: '{{outcome}}',
            },
          ],
        }),
        graph({
          title: 'Finished runs by job',
          description: 'Runs per second, whatever their outcome.',
          unit: EventsPerSecond,
          stacked: true,
          queries: [
            {
              expr: `sum by (job) (rate(job_duration_seconds_count{${HERE}}[$__rate_interval])) > 0`,
              legend: '{{job}}',
            },
          ],
        }),
        graph({
          title: 'Failed runs',
          description: 'Share of failed runs in 15 minutes, by job.',
          unit: PercentUnit,
          queries: [{ expr: 'job:job_failures:ratio_increase15m', legend: '{{job}}' }],
          limit: limitOf('CandelabraJobFailures'),
        }),
        graph({
          title: 'Duration, p50',
          description: 'Time of work by job.',
          unit: Seconds,
          queries: [{ expr: jobQuantile(0.5, 'job_duration_seconds'), legend: '{{job}}' }],
        }),
        graph({
          title: 'Duration, p99',
          description: 'Time of work by job.',
          unit: Seconds,
          queries: [{ expr: jobQuantile(0.99, 'job_duration_seconds'), legend: '{{job}}' }],
        }),
        graph({
          title: 'Lost runs',
          description:
            'Runs in 15 minutes whose worker stopped renewing their lock: it was killed or blocked.',
          unit: Short,
          queries: [{ expr: 'job:job_stalled:increase15m', legend: '{{job}}' }],
          limit: limitOf('CandelabraJobsLost'),
        }),
      ],
    },
    {
      title: 'Workers and maintenance',
      panels: [
        graph({
          title: 'Utilisation of workers',
          description:
            'Running jobs of a kind in relation to how many of them all workers run at most at once.',
          unit: PercentUnit,
          max: 1,
          queries: [
            {
              expr: `sum by (job) (worker_jobs_running{${HERE}}) / (sum by (job) (worker_concurrency{${HERE}}) > 0)`,
              legend: '{{job}}',
            },
          ],
        }),
        graph({
          title: 'Running jobs by worker',
          description: 'Whether jobs are spread over the workers.',
          unit: Short,
          stacked: true,
          queries: [{ expr: `sum by (instance) (worker_jobs_running{${HERE}})`, legend: '{{instance}}' }],
        }),
        graph({
          title: 'Loaded series',
          description:
            'Series of candles that runs read from the database per second: the cache did not have them.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: `rate(series_cache_loads_total{${HERE}}[$__rate_interval])`,
              legend: '{{instance}}',
            },
          ],
        }),
        graph({
          title: 'Time since maintenance',
          description: 'Time since the last success of each task on any worker.',
          unit: Seconds,
          queries: [
            {
              expr: 'task:maintenance_success_age:seconds',
              legend: '{{task}}',
            },
          ],
          limit: limitOf('CandelabraMaintenanceDead'),
        }),
        graph({
          title: 'Failures of maintenance',
          description: 'Failed tasks in the last hour, over all workers.',
          unit: Short,
          queries: [{ expr: 'sum by (task) (increase(maintenance_failures_total[1h]))', legend: '{{task}}' }],
        }),
        graph({
          title: 'CPU of workers',
          description: 'Cores that each worker uses, its threads included.',
          unit: Short,
          queries: [
            {
              expr: `rate(process_cpu_seconds_total{job=~"$job",${HERE}}[$__rate_interval])`,
              legend: '{{instance}}',
            },
          ],
        }),
      ],
    },
  ],
};
