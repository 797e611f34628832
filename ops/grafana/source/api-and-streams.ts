import {
  PercentUnit,
  RequestsPerSecond,
  Seconds,
  Short,
  EventsPerSecond,
} from '@grafana/grafana-foundation-sdk/units';
import { type DashboardSource, replicasOf } from './dashboard';
import { limitOf } from './limits';
import { graph, stat } from './panels';
import { HERE } from './processes';

/** As in the recording rules: probes and scrapes are most requests of a quiet service. */
const REQUESTS = `${HERE},route!~"/(health|ready|metrics)"`;

/** What CandelabraHttpSlow compares. */
const SLOWEST_ROUTE = `max(
  job_method_route:http_request_duration_seconds:p99_rate5m{job=~"$job",route!~".*/(bulk|export|walk-forward|report|ingest)"}
    and job_method_route:http_requests:rate5m > 0.1
)`;

const requestRate = (by: string, matchers = REQUESTS) =>
  `sum by (${by}) (rate(http_request_duration_seconds_count{${matchers}}[$__rate_interval]))`;
const latency = (quantile: number, by = '') =>
  `histogram_quantile(${quantile}, sum by (${by}le) (rate(http_request_duration_seconds_bucket{${REQUESTS}}[$__rate_interval])))`;
const deliveryLag = (quantile: number) =>
  `histogram_quantile(${quantile}, sum by (le) (rate(stream_delivery_lag_seconds_bucket{${HERE}}[$__rate_interval])))`;

export const API_AND_STREAMS: DashboardSource = {
  uid: 'candelabra-api',
  title: 'Candelabra: API and streams',
  description: 'Rate, errors and duration of requests, and the streams of candles and events.',
  variables: replicasOf('.*candelabra.*api.*'),
  top: [
    stat({
      title: 'Replicas up',
      description: 'API processes that Prometheus reaches.',
      unit: Short,
      expr: `sum(up{${HERE}})`,
    }),
    stat({
      title: 'Requests',
      description: 'Requests per second over the last five minutes, without probes and scrapes.',
      unit: RequestsPerSecond,
      decimals: 1,
      expr: 'sum(job:http_requests:rate5m{job=~"$job"})',
    }),
    stat({
      title: 'Errors',
      description:
        'Share of requests with a status of 500 or more in the last five minutes, over all replicas.',
      unit: PercentUnit,
      decimals: 2,
      expr: 'max(job:http_request_errors:ratio_rate5m{job=~"$job"})',
      limit: limitOf('CandelabraHttpErrors'),
    }),
    stat({
      title: 'Slowest route, p99',
      description:
        'Of routes with 30 requests in five minutes, without those that take as long as their data is large.',
      unit: Seconds,
      decimals: 3,
      expr: SLOWEST_ROUTE,
      limit: limitOf('CandelabraHttpSlow'),
    }),
    stat({
      title: 'Refused tokens',
      description:
        '401 answers per second over the last five minutes: an expired token, a rotated key, or guesses.',
      unit: RequestsPerSecond,
      decimals: 2,
      expr: 'sum(job_status:http_requests:rate5m{job=~"$job",status="401"}) or vector(0)',
      limit: limitOf('CandelabraUnauthorized'),
    }),
    stat({
      title: 'Open streams',
      description: 'Server-sent events and subscriptions of WebSockets.',
      unit: Short,
      expr: `sum(streams_open{${HERE}})`,
    }),
    stat({
      title: 'Stream delivery p99',
      description: 'From the commit of candles until they are written to all streams of a process.',
      unit: Seconds,
      decimals: 3,
      expr: 'max(job:stream_delivery_lag_seconds:p99_rate5m{job=~"$job"})',
      limit: limitOf('CandelabraStreamLag'),
    }),
    stat({
      title: 'Readers dropped',
      description: 'Streams closed in 15 minutes because their client read too slowly.',
      unit: Short,
      expr: `sum(increase(streams_ended_total{${HERE},reason="slow"}[15m])) or vector(0)`,
      limit: limitOf('CandelabraReadersDropped'),
    }),
  ],
  rows: [
    {
      title: 'Requests',
      panels: [
        graph({
          title: 'Requests by status',
          description: 'Requests per second by status.',
          unit: RequestsPerSecond,
          stacked: true,
          queries: [{ expr: requestRate('status'), legend: '{{status}}' }],
        }),
        graph({
          title: 'Latency',
          description: 'Time until the answer was complete, over all routes.',
          unit: Seconds,
          queries: [
            { expr: latency(0.5), legend: 'p50' },
            { expr: latency(0.9), legend: 'p90' },
            { expr: latency(0.99), legend: 'p99' },
          ],
          limit: limitOf('CandelabraHttpSlow'),
        }),
        graph({
          title: 'Errors by route',
          description: 'Answers with a status of 500 or more per second.',
          unit: RequestsPerSecond,
          queries: [
            {
              expr: requestRate('method, route, status', `${HERE},status=~"5.."`),
              legend: '{{status}} {{method}} {{route}}',
            },
          ],
        }),
        graph({
          title: 'Busiest routes',
          description: 'The ten routes with most requests per second.',
          unit: RequestsPerSecond,
          queries: [{ expr: `topk(10, ${requestRate('method, route')})`, legend: '{{method}} {{route}}' }],
        }),
        graph({
          title: 'Slowest routes, p99',
          description: 'The ten routes with the longest p99.',
          unit: Seconds,
          queries: [
            { expr: `topk(10, ${latency(0.99, 'method, route, ')})`, legend: '{{method}} {{route}}' },
          ],
        }),
        graph({
          title: 'Refused requests',
          description:
            'Answers of 400 to 499 per second. 401: no valid token, 422: invalid input, 429: a limit of the token.',
          unit: RequestsPerSecond,
          queries: [{ expr: requestRate('status', `${HERE},status=~"4.."`), legend: '{{status}}' }],
        }),
        graph({
          title: 'Requests by replica',
          description: 'Whether the load balancer spreads requests evenly.',
          unit: RequestsPerSecond,
          queries: [{ expr: requestRate('instance'), legend: '{{instance}}' }],
        }),
        graph({
          title: 'Requests with an idempotency key',
          description: 'By outcome: replayed ones are retries of clients.',
          unit: RequestsPerSecond,
          queries: [
            {
              expr: `sum by (outcome) (rate(idempotent_requests_total{${HERE}}[$__rate_interval]))`,
              legend: '{{outcome}}',
            },
          ],
        }),
        graph({
          title: 'Busy connections of the database',
          description: 'Connections of the API that run a statement, and requests that wait for one.',
          unit: Short,
          queries: [
            { expr: `db_pool_connections{${HERE},state="busy"}`, legend: 'busy {{instance}}' },
            { expr: `db_pool_waiting{${HERE}}`, legend: 'waiting {{instance}}' },
          ],
        }),
      ],
    },
    {
      title: 'Streams',
      panels: [
        graph({
          title: 'Open streams',
          description:
            'Server-sent events and subscriptions of WebSockets. Each replica has STREAMS_PER_REPLICA.',
          unit: Short,
          stacked: true,
          queries: [{ expr: `streams_open{${HERE}}`, legend: '{{instance}}' }],
        }),
        graph({
          title: 'Delivery lag',
          description: 'From the commit of candles until they are written to all streams of a process.',
          unit: Seconds,
          queries: [
            { expr: deliveryLag(0.5), legend: 'p50' },
            { expr: deliveryLag(0.99), legend: 'p99' },
          ],
          limit: limitOf('CandelabraStreamLag'),
        }),
        graph({
          title: 'Events sent',
          description: 'Events per second by type of stream.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: `sum by (type) (rate(stream_events_sent_total{${HERE}}[$__rate_interval]))`,
              legend: '{{type}}',
            },
          ],
        }),
        graph({
          title: 'Closed streams',
          description:
            'Streams closed per second by reason. slow: the client read too slowly; refused: a limit.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: `sum by (reason) (rate(streams_ended_total{${HERE}}[$__rate_interval]))`,
              legend: '{{reason}}',
            },
          ],
        }),
        graph({
          title: 'Open WebSockets',
          description: 'Each is an open file of its replica.',
          unit: Short,
          stacked: true,
          queries: [{ expr: `websocket_connections_open{${HERE}}`, legend: '{{instance}}' }],
        }),
        graph({
          title: 'Closed WebSockets',
          description: 'WebSockets closed per second by code.',
          unit: EventsPerSecond,
          queries: [
            {
              expr: `sum by (code) (rate(websocket_closes_total{${HERE}}[$__rate_interval]))`,
              legend: '{{code}}',
            },
          ],
        }),
      ],
    },
  ],
};
