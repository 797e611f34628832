import { Seconds, Short } from '@grafana/grafana-foundation-sdk/units';
import { type DashboardSource, EXCHANGES, replicasOf } from './dashboard';
import { firing, limitOf } from './limits';
import { EXCHANGE, LIVE_FEEDS } from './live-feeds';
import { graph, stat } from './panels';

const ageOf = (kind: string) => `time() - max(data_newest_timestamp_seconds{kind="${kind}"})`;

export const DATA_FRESHNESS: DashboardSource = {
  uid: 'candelabra-data',
  title: 'Candelabra: data freshness',
  description: 'Whether candles, funding, headlines, equities, features and regimes are complete and new.',
  variables: [...replicasOf('.*candelabra.*worker.*'), EXCHANGES],
  top: [
    stat({
      title: 'Candles overdue',
      description: 'How long the next candle of the worst exchange and interval has been due.',
      unit: Seconds,
      expr: `max(exchange_interval:candle_overdue:seconds{${EXCHANGE}})`,
      limit: limitOf('CandelabraCandlesLate'),
    }),
    stat({
      title: 'Without a leader',
      description: 'Exchanges that no worker follows, or that two do.',
      unit: Short,
      ...firing('CandelabraFeedWithoutLeader', 'CandelabraFeedTwoLeaders'),
    }),
    stat({
      title: 'Silent feeds',
      description: 'Exchanges whose feed has a leader and series, and received no update for five minutes.',
      unit: Short,
      ...firing('CandelabraFeedSilent'),
    }),
    stat({
      title: 'New gaps',
      description: 'Exchanges and intervals that lack more candles than a day ago.',
      unit: Short,
      ...firing('CandelabraGaps'),
    }),
    stat({
      title: 'Candles in quarantine',
      description: 'Candles that nobody has released or discarded, of the whole database.',
      unit: Short,
      expr: `sum(max by (exchange) (quarantine_waiting{${EXCHANGE}})) or vector(0)`,
      limit: limitOf('CandelabraQuarantineWaiting'),
    }),
    stat({
      title: 'Receipt to commit p99',
      description: 'From the receipt of an update until its candle is committed, of the slowest exchange.',
      unit: Seconds,
      decimals: 3,
      expr: `max(exchange:candle_feed_receipt_to_commit_seconds:p99_rate5m{${EXCHANGE}})`,
      limit: limitOf('CandelabraFeedCommitSlow'),
    }),
    stat({
      title: 'Newest funding',
      description: 'Age of the newest settled funding rate.',
      unit: Seconds,
      expr: ageOf('funding'),
      limit: limitOf('CandelabraFundingStale'),
    }),
    stat({
      title: 'Newest headline',
      description: 'Age of the newest headline.',
      unit: Seconds,
      expr: ageOf('headlines'),
      limit: limitOf('CandelabraHeadlinesStale'),
    }),
  ],
  rows: [
    {
      title: 'Candles',
      panels: [
        graph({
          title: 'Candles overdue',
          description: 'How long the next candle of the newest series has been due; negative until then.',
          unit: Seconds,
          queries: [
            {
              expr: `exchange_interval:candle_overdue:seconds{${EXCHANGE}}`,
              legend: '{{exchange}} {{interval}}',
            },
          ],
          limit: limitOf('CandelabraCandlesLate'),
        }),
        graph({
          title: 'Missing candles',
          description: 'Candles that open gaps lack, by exchange and interval.',
          unit: Short,
          queries: [
            {
              expr: `exchange_interval:series_gap_candles:max{${EXCHANGE}}`,
              legend: '{{exchange}} {{interval}}',
            },
          ],
        }),
        graph({
          title: 'Candles in quarantine',
          description: 'Candles that nobody has released or discarded.',
          unit: Short,
          queries: [{ expr: `max by (exchange) (quarantine_waiting{${EXCHANGE}})`, legend: '{{exchange}}' }],
        }),
      ],
    },
    LIVE_FEEDS,
    {
      title: 'Other data',
      panels: [
        graph({
          title: 'Age of the newest data',
          description: 'Of the whole database. Equities follow the hours of their market.',
          unit: Seconds,
          queries: [{ expr: 'time() - max by (kind) (data_newest_timestamp_seconds)', legend: '{{kind}}' }],
        }),
        graph({
          title: 'Time since funding was fetched',
          description: 'Time since the last success by symbol.',
          unit: Seconds,
          queries: [
            {
              expr: `time() - max by (exchange, symbol) (funding_ingest_last_success_timestamp_seconds{${EXCHANGE}})`,
              legend: '{{exchange}} {{symbol}}',
            },
          ],
        }),
        graph({
          title: 'Time since headlines were fetched',
          description: 'Time since the last success by host.',
          unit: Seconds,
          queries: [
            {
              expr: 'time() - max by (host) (headline_fetch_last_success_timestamp_seconds)',
              legend: '{{host}}',
            },
          ],
        }),
        graph({
          title: 'Failed fetches',
          description: 'Failures in an hour by kind.',
          unit: Short,
          queries: [
            {
              expr: `sum by (exchange, kind) (increase(funding_ingest_failures_total{${EXCHANGE}}[1h]))`,
              legend: 'funding {{exchange}} {{kind}}',
            },
            {
              expr: 'sum by (host, kind) (increase(headline_fetch_failures_total[1h]))',
              legend: 'headlines {{host}} {{kind}}',
            },
          ],
        }),
        graph({
          title: 'Failing roll-ups',
          description: 'Intervals of series whose roll-up fails now, over all workers.',
          unit: Short,
          queries: [{ expr: 'max(roll_up_failing_series)', legend: 'intervals' }],
        }),
        graph({
          title: 'Roll-ups',
          description: 'Failures, and candles that were left out by cause, in an hour.',
          unit: Short,
          queries: [
            {
              expr: `sum by (exchange, interval) (increase(roll_up_failures_total{${EXCHANGE}}[1h]))`,
              legend: 'failures {{exchange}} {{interval}}',
            },
            {
              expr: `sum by (exchange, interval, cause) (increase(roll_up_skipped_candles_total{${EXCHANGE}}[1h]))`,
              legend: 'left out {{exchange}} {{interval}} {{cause}}',
            },
          ],
        }),
      ],
    },
  ],
};
