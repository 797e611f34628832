import { BytesIEC, PercentUnit, Seconds, Short } from '@grafana/grafana-foundation-sdk/units';
import type { Row } from './dashboard';
import { limitOf } from './limits';
import { graph } from './panels';

export const HERE = 'job=~"$job",instance=~"$instance"';
export const OPEN_FILES = `process_open_fds{${HERE}} / process_max_fds{${HERE}}`;

export const PROCESSES: Row = {
  title: 'Processes',
  panels: [
    graph({
      title: 'Event loop, p99',
      description: 'How long the event loop was blocked since the last scrape.',
      unit: Seconds,
      queries: [
        { expr: `nodejs_eventloop_lag_p99_seconds{${HERE}}`, legend: 'p99 {{instance}}' },
        { expr: `nodejs_eventloop_lag_max_seconds{${HERE}}`, legend: 'longest {{instance}}' },
      ],
      limit: limitOf('CandelabraEventLoopBlocked'),
    }),
    graph({
      title: 'CPU',
      description: 'Cores that each process uses, its threads included.',
      unit: Short,
      queries: [
        { expr: `rate(process_cpu_seconds_total{${HERE}}[$__rate_interval])`, legend: '{{instance}}' },
      ],
    }),
    graph({
      title: 'Memory',
      description: 'Resident memory, and the part of it that JavaScript uses.',
      unit: BytesIEC,
      queries: [
        { expr: `process_resident_memory_bytes{${HERE}}`, legend: 'resident {{instance}}' },
        { expr: `nodejs_heap_size_used_bytes{${HERE}}`, legend: 'heap {{instance}}' },
      ],
    }),
    graph({
      title: 'Garbage collection',
      description: 'Share of the time that each process collects garbage.',
      unit: PercentUnit,
      queries: [
        {
          expr: `sum by (instance) (rate(nodejs_gc_duration_seconds_sum{${HERE}}[$__rate_interval]))`,
          legend: '{{instance}}',
        },
      ],
    }),
    graph({
      title: 'Open files',
      description: 'Share of the allowed open files. Each stream and each WebSocket is one.',
      unit: PercentUnit,
      max: 1,
      queries: [{ expr: OPEN_FILES, legend: '{{instance}}' }],
      limit: limitOf('CandelabraOpenFiles'),
    }),
    graph({
      title: 'Uptime',
      description: 'Time since each process was started.',
      unit: Seconds,
      queries: [{ expr: `time() - process_start_time_seconds{${HERE}}`, legend: '{{instance}}' }],
    }),
  ],
};
