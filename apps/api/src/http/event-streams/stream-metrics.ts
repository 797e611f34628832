import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { type OpenStream, STREAM_TYPES } from '#domain/streams/open-stream-list.entity';
import { declareCounter, declareGauge, declareHistogram } from '#platform/metrics/declare-metric';
import { STREAM_ENDS, type StreamEnd } from './stream-connection';

const OPEN = 'streams_open';
const SENT = 'stream_events_sent_total';
const CLOSED = 'streams_ended_total';
const LAG = 'stream_delivery_lag_seconds';

export const STREAM_METRICS = [
  declareGauge({ name: OPEN, help: 'Streams open now' }),
  declareCounter({
    name: SENT,
    help: 'Events written to streams, by their protocol',
    labels: { type: STREAM_TYPES },
  }),
  declareCounter({
    name: CLOSED,
    help: 'Streams that were closed, by reason',
    labels: { reason: STREAM_ENDS },
  }),
  declareHistogram({
    name: LAG,
    help: 'Time from the commit of candles until they are written to all streams of this process',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  }),
];

type StreamType = OpenStream['type'];

/** Something of the database that streams sent on: candles of a series. */
interface Update {
  readonly after: { readonly committedAt: number };
}

@Injectable()
export class StreamMetrics {
  private readonly unreported = new Map<StreamType, number>();
  private readonly delivered = new Set<Update>();
  private report: NodeJS.Immediate | undefined;

  constructor(
    @InjectMetric(OPEN) private readonly open: Gauge,
    @InjectMetric(SENT) private readonly sent: Counter,
    @InjectMetric(CLOSED) private readonly closed: Counter,
    @InjectMetric(LAG) private readonly lag: Histogram,
  ) {
    for (const reason of STREAM_ENDS) closed.inc({ reason }, 0);
    for (const type of STREAM_TYPES) sent.inc({ type }, 0);
  }

  countOpened(): void {
    this.open.inc();
  }

  countClosed(reason: StreamEnd): void {
    this.open.dec();
    this.closed.inc({ reason });
  }

  /** An update is given where it was live; what a stream begins with has no lag. */
  countSent(events: number, update?: Update, type: StreamType = 'sse'): void {
    this.unreported.set(type, (this.unreported.get(type) ?? 0) + events);
    if (update) this.delivered.add(update);
    this.report ??= setImmediate(() => this.reportSent());
  }

  /** Once for all streams: per stream it would cost a fifth of the delivery. */
  private reportSent(): void {
    for (const [type, events] of this.unreported) this.sent.inc({ type }, events);
    const now = Date.now();
    for (const { after } of this.delivered) this.lag.observe(Math.max(0, now - after.committedAt) / 1000);
    this.unreported.clear();
    this.delivered.clear();
    this.report = undefined;
  }
}
