import {
  BytesIEC,
  EventsPerSecond,
  PercentUnit,
  Seconds,
  Short,
} from '@grafana/grafana-foundation-sdk/units';
import { type DashboardSource, replicasOf } from './dashboard';
import { firing, limitOf } from './limits';
import { graph, stat, states } from './panels';
import { HERE, OPEN_FILES, PROCESSES } from './processes';

const poolWait = (quantile: number) =>
  `histogram_quantile(${quantile}, sum by (instance, le) (rate(db_pool_wait_seconds_bucket{${HERE}}[$__rate_interval])))`;

const memoryOf = (app: string, title: string) =>
  stat({
    title,
    description: 'Resident memory of the largest process.',
    unit: BytesIEC,
    decimals: 1,
    expr: `max(process_resident_memory_bytes{${HERE},job=~".*${app}.*"})`,
    limit: limitOf('CandelabraMemory', app),
  });

export const DEPENDENCIES_AND_RUNTIME: DashboardSource = {
  uid: 'candelabra-runtime',
  title: 'Candelabra: dependencies and runtime',
  description: 'Database, queue, broker, keys and events, and what each process uses of its machine.',
  variables: replicasOf('.*candelabra.*'),
  top: [
    stat({
      title: 'Not ready',
      description: 'Dependencies that do not work for processes of a job of Prometheus.',
      unit: Short,
      ...firing(
        'CandelabraDatabaseUnavailable',
        'CandelabraQueueUnreachable',
        'CandelabraBrokerUnreachable',
        'CandelabraNotReady',
      ),
    }),
    stat({
      title: 'Pending migrations',
      description: 'Migrations that the running version has and the schema lacks.',
      unit: Short,
      expr: 'max(schema_pending_migrations)',
      limit: limitOf('CandelabraMigrationsPending'),
    }),
    stat({
      title: 'Wait for a connection, p99',
      description:
        'From the request for a connection of the pool until there is one, of the slowest process.',
      unit: Seconds,
      decimals: 3,
      expr: `max(job_instance:db_pool_wait_seconds:p99_rate5m{${HERE}})`,
      limit: limitOf('CandelabraPoolWaits'),
    }),
    stat({
      title: 'Event loop p99',
      description: 'How long the event loop of the slowest process was blocked.',
      unit: Seconds,
      decimals: 3,
      expr: `max(nodejs_eventloop_lag_p99_seconds{${HERE}})`,
      limit: limitOf('CandelabraEventLoopBlocked'),
    }),
    memoryOf('api', 'Memory of the API'),
    memoryOf('worker', 'Memory of workers'),
    stat({
      title: 'Open files',
      description: 'Share of the allowed open files, of the process with the largest one.',
      unit: PercentUnit,
      decimals: 1,
      expr: `max(${OPEN_FILES})`,
      limit: limitOf('CandelabraOpenFiles'),
    }),
    stat({
      title: 'Broker lag',
      description: 'How long ago the oldest event was recorded that the broker has not acknowledged.',
      unit: Seconds,
      expr: 'max(event_relay_lag_seconds)',
      limit: limitOf('CandelabraEventRelayLag'),
    }),
  ],
  rows: [
    {
      title: 'Readiness and database',
      panels: [
        states({
          title: 'Readiness',
          description: 'Green: the dependency works for all chosen processes.',
          unit: Short,
          queries: [{ expr: `min by (job, dependency) (ready{${HERE}})`, legend: '{{job}} {{dependency}}' }],
        }),
        graph({
          title: 'Connections of the pools',
          description: 'Open connections of each process. Its pool has DATABASE_POOL_SIZE at most.',
          unit: Short,
          stacked: true,
          queries: [
            {
              expr: `sum by (instance, state) (db_pool_connections{${HERE}})`,
              legend: '{{instance}} {{state}}',
            },
          ],
        }),
        graph({
          title: 'Wait for a connection',
          description: 'From the request for a connection of the pool until there is one.',
          unit: Seconds,
          queries: [
            { expr: poolWait(0.5), legend: 'p50 {{instance}}' },
            { expr: poolWait(0.99), legend: 'p99 {{instance}}' },
          ],
          limit: limitOf('CandelabraPoolWaits'),
        }),
        graph({
          title: 'Requests that wait for a connection',
          description: 'At the time of the scrape.',
          unit: Short,
          queries: [{ expr: `db_pool_waiting{${HERE}}`, legend: '{{instance}}' }],
        }),
        graph({
          title: 'Age of the keys for tokens',
          description: 'Time since the JWKS was read, where there is one.',
          unit: Seconds,
          queries: [
            { expr: `time() - jwks_last_success_timestamp_seconds{${HERE}}`, legend: '{{instance}}' },
          ],
          limit: limitOf('CandelabraJwksStale'),
        }),
        graph({
          title: 'Running versions',
          description: 'Processes by version and commit: more than one during a release.',
          unit: Short,
          stacked: true,
          queries: [
            {
              expr: `count by (version, commit, node) (build_info{${HERE}})`,
              legend: '{{version}} {{commit}} Node {{node}}',
            },
          ],
        }),
      ],
    },
    {
      title: 'Events and broker',
      panels: [
        graph({
          title: 'Recorded events',
          description: 'Events per second by kind, over all processes.',
          unit: EventsPerSecond,
          stacked: true,
          queries: [
            { expr: 'sum by (kind) (rate(events_recorded_total[$__rate_interval]))', legend: '{{kind}}' },
          ],
        }),
        graph({
          title: 'Published events',
          description:
            'Events per second by outlet: server-sent events, and those that the broker acknowledged.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: 'sum by (outlet) (rate(events_published_total[$__rate_interval]))',
              legend: '{{outlet}}',
            },
          ],
        }),
        graph({
          title: 'Lag of events',
          description: 'How long the oldest event has waited to be readable, or for the broker.',
          unit: Seconds,
          queries: [
            { expr: 'max(events_oldest_unnumbered_seconds)', legend: 'readable' },
            { expr: 'max(event_relay_lag_seconds)', legend: 'published to the broker' },
          ],
          limit: limitOf('CandelabraEventRelayLag'),
        }),
        graph({
          title: 'Rows of events',
          description:
            'Rows that are kept, and those that the broker has not acknowledged, of the whole database.',
          unit: Short,
          queries: [
            { expr: 'max(events_rows)', legend: 'kept' },
            { expr: 'max(event_relay_lag_rows)', legend: 'not acknowledged' },
          ],
        }),
        graph({
          title: 'Messages from the broker',
          description: 'Fills and positions per second by outcome. failed: delivered again.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: 'sum by (kind, outcome) (rate(trading_messages_consumed_total[$__rate_interval]))',
              legend: '{{kind}} {{outcome}}',
            },
            { expr: 'max by (kind) (trading_messages_pending)', legend: '{{kind}} not acknowledged (count)' },
          ],
        }),
        graph({
          title: 'For a person to decide',
          description:
            'Dead letters that nobody has replayed or discarded, and positions that differ from their fills.',
          unit: Short,
          queries: [
            { expr: 'max by (kind) (dead_letters_waiting)', legend: 'dead letters {{kind}}' },
            { expr: 'max(position_report_differences)', legend: 'positions that differ' },
          ],
          limit: limitOf('CandelabraDeadLetters'),
        }),
      ],
    },
    PROCESSES,
  ],
};
