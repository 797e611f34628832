import { EventsPerSecond, Seconds, Short } from '@grafana/grafana-foundation-sdk/units';
import type { Row } from './dashboard';
import { limitOf } from './limits';
import { graph } from './panels';

export const EXCHANGE = 'exchange=~"$exchange"';
const FEED = `instance=~"$instance",${EXCHANGE}`;

const receiptToCommit = (quantile: number) =>
  `histogram_quantile(${quantile}, sum by (exchange, le) (rate(candle_feed_receipt_to_commit_seconds_bucket{${FEED}}[$__rate_interval])))`;

export const LIVE_FEEDS: Row = {
  title: 'Live feeds',
  panels: [
    graph({
      title: 'Updates',
      description: 'Updates of candles per second by exchange, over all workers. 0: the feed is silent.',
      unit: EventsPerSecond,
      queries: [
        {
          expr: `sum by (exchange) (rate(candle_feed_updates_total{${EXCHANGE}}[$__rate_interval]))`,
          legend: '{{exchange}}',
        },
      ],
    }),
    graph({
      title: 'Leaders',
      description: 'Workers that feed an exchange: one.',
      unit: Short,
      queries: [{ expr: `sum by (exchange) (candle_feed_leader{${EXCHANGE}})`, legend: '{{exchange}}' }],
    }),
    graph({
      title: 'Followed series',
      description: 'Series of the feeds by exchange and state, over all workers.',
      unit: Short,
      stacked: true,
      queries: [
        {
          expr: `sum by (exchange, state) (candle_feed_series{${FEED}})`,
          legend: '{{exchange}} {{state}}',
        },
      ],
    }),
    graph({
      title: 'Receipt to commit',
      description: 'From the receipt of an update until its candle is committed.',
      unit: Seconds,
      queries: [
        { expr: receiptToCommit(0.5), legend: 'p50 {{exchange}}' },
        { expr: receiptToCommit(0.99), legend: 'p99 {{exchange}}' },
      ],
      limit: limitOf('CandelabraFeedCommitSlow'),
    }),
    graph({
      title: 'Reconnects',
      description: 'Connections to an exchange that were made anew in 15 minutes, by reason.',
      unit: Short,
      queries: [
        {
          expr: `sum by (exchange, reason) (increase(candle_feed_reconnects_total{${FEED}}[15m]))`,
          legend: '{{exchange}} {{reason}}',
        },
      ],
    }),
    graph({
      title: 'Quarantined by the feed',
      description: 'Candles that the feed put into quarantine in 15 minutes.',
      unit: Short,
      queries: [
        {
          expr: `sum by (exchange) (increase(candle_feed_quarantined_total{${FEED}}[15m]))`,
          legend: '{{exchange}}',
        },
      ],
    }),
    graph({
      title: 'Clock of the exchange',
      description: "How far the exchange's clock is ahead of the worker's.",
      unit: Seconds,
      queries: [{ expr: `exchange_clock_offset_seconds{${FEED}}`, legend: '{{exchange}} {{instance}}' }],
    }),
  ],
};
