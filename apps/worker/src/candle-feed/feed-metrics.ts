import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { FEED_STATES } from '#domain/market-data/series/feed-state.entity';
import type { NamedFeedReport } from '#domain/market-data/series/feed-states';
import { declareCounter, declareGauge, declareHistogram } from '#platform/metrics/declare-metric';

const RECEIPT_TO_COMMIT = 'candle_feed_receipt_to_commit_seconds';
const UPDATES = 'candle_feed_updates_total';
const RECONNECTS = 'candle_feed_reconnects_total';
const QUARANTINED = 'candle_feed_quarantined_total';
const LEADER = 'candle_feed_leader';
const CLOCK_OFFSET = 'exchange_clock_offset_seconds';
const SERIES = 'candle_feed_series';

/** 0.5 s is the limit that the service promises. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const RECONNECT_REASONS = ['closed', 'silent', 'failed'] as const;

export type ReconnectReason = (typeof RECONNECT_REASONS)[number];

const CONFIGURED_EXCHANGES =
  'those of CANDLE_FEED; with CANDLE_FEED_ON_DEMAND also the ones of streams that this version has a feed for';

export const FEED_METRICS = [
  declareHistogram({
    name: RECEIPT_TO_COMMIT,
    help: 'Time from the receipt of a live update to the commit of its candle, or of a newer state of it',
    labels: { exchange: CONFIGURED_EXCHANGES },
    buckets: SECONDS,
  }),
  declareCounter({
    name: UPDATES,
    help: 'Candles received live',
    labels: { exchange: CONFIGURED_EXCHANGES },
  }),
  declareCounter({
    name: RECONNECTS,
    help: 'Live connections of a series that were lost, by reason',
    labels: { exchange: CONFIGURED_EXCHANGES, reason: RECONNECT_REASONS },
  }),
  declareCounter({
    name: QUARANTINED,
    help: 'Candles of exchanges that broke a rule',
    labels: { exchange: CONFIGURED_EXCHANGES },
  }),
  declareGauge({
    name: LEADER,
    help: 'Whether this worker feeds the exchange',
    labels: { exchange: CONFIGURED_EXCHANGES },
  }),
  declareGauge({
    name: CLOCK_OFFSET,
    help: "How far the exchange's clock is ahead of this machine's, negative where it lags, while this worker feeds the exchange",
    labels: { exchange: CONFIGURED_EXCHANGES },
  }),
  declareGauge({
    name: SERIES,
    help: 'Series that this worker feeds, by state: live, reconnecting or stopped',
    labels: { exchange: CONFIGURED_EXCHANGES, state: FEED_STATES },
  }),
];

@Injectable()
export class FeedMetrics {
  constructor(
    @InjectMetric(RECEIPT_TO_COMMIT) private readonly receiptToCommit: Histogram,
    @InjectMetric(UPDATES) private readonly updates: Counter,
    @InjectMetric(RECONNECTS) private readonly reconnects: Counter,
    @InjectMetric(QUARANTINED) private readonly quarantined: Counter,
    @InjectMetric(LEADER) private readonly leader: Gauge,
    @InjectMetric(CLOCK_OFFSET) private readonly clockOffset: Gauge,
    @InjectMetric(SERIES) private readonly series: Gauge,
  ) {}

  countUpdates(exchange: string, count: number): void {
    this.updates.inc({ exchange }, count);
  }

  countReconnect(exchange: string, reason: ReconnectReason): void {
    this.reconnects.inc({ exchange, reason });
  }

  /** Receipt times by `performance.now()`. */
  observeCommit(exchange: string, receipts: readonly number[], quarantined: number): void {
    const now = performance.now();
    for (const receivedAt of receipts) this.receiptToCommit.observe({ exchange }, (now - receivedAt) / 1000);
    if (quarantined > 0) this.quarantined.inc({ exchange }, quarantined);
  }

  observeStates(reports: readonly NamedFeedReport[]): void {
    this.series.reset();
    for (const { exchange, state } of reports) this.series.inc({ exchange, state });
  }

  setLeader(exchange: string, isLeader: boolean): void {
    this.updates.inc({ exchange }, 0);
    this.quarantined.inc({ exchange }, 0);
    for (const reason of RECONNECT_REASONS) this.reconnects.inc({ exchange, reason }, 0);
    this.leader.set({ exchange }, isLeader ? 1 : 0);
  }

  setClockOffset(exchange: string, seconds: number): void {
    this.clockOffset.set({ exchange }, seconds);
  }

  removeClockOffset(exchange: string): void {
    this.clockOffset.remove({ exchange });
  }
}
