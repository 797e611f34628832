import { Inject, Injectable } from '@nestjs/common';
import { getToken, makeCounterProvider, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { EventFigures } from '#domain/events/event-figures';
import type { NumberedKind } from '#domain/events/event-numbers';
import { EVENT_KINDS, type EventKind } from '#domain/events/events';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';

const RECORDED = 'events_recorded_total';
const PUBLISHED = 'events_published_total';
const OLDEST = 'events_oldest_unnumbered_seconds';
const ROWS = 'events_rows';

/** Where events are published. */
type EventOutlet = 'sse' | 'nats';

interface Metrics {
  readonly recorded: Counter;
  readonly published: Counter;
  readonly oldest: Gauge;
  readonly rows: Gauge;
}

const METRICS = Symbol('metrics of events');

export const EVENT_METRICS = [
  makeCounterProvider({
    name: RECORDED,
    help: 'Events that this process gave their position, once they had committed',
    labelNames: ['kind'],
  }),
  makeCounterProvider({
    name: PUBLISHED,
    help: 'Events that this process published: written to a stream, or acknowledged by the broker',
    labelNames: ['kind', 'outlet'],
  }),
  makeGaugeProvider({
    name: OLDEST,
    help: 'How long the oldest event that has committed waits for its position, over all processes',
  }),
  makeGaugeProvider({ name: ROWS, help: 'Rows of events that are kept; one may contain 1,000 candles' }),
  {
    provide: METRICS,
    inject: [RECORDED, PUBLISHED, OLDEST, ROWS].map((name) => getToken(name)),
    useFactory: (recorded: Counter, published: Counter, oldest: Gauge, rows: Gauge): Metrics => {
      return { recorded, published, oldest, rows };
    },
  },
];

/** A scrape reads both gauges at once: what is younger than this is read once for them. */
const FRESH_MILLISECONDS = 1_000;
const TIMEOUT_MILLISECONDS = 2_000;

@Injectable()
export class EventMetrics {
  private read: Promise<void> | undefined;
  private readAt = -Infinity;
  private readonly outage: OutageLog;

  constructor(
    private readonly figures: EventFigures,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The figures of events');
    for (const kind of EVENT_KINDS) metrics.recorded.inc({ kind }, 0);
    for (const gauge of [metrics.oldest, metrics.rows])
      Object.assign(gauge, { collect: () => this.refresh() });
  }

  countRecorded(kinds: readonly NumberedKind[]): void {
    for (const { kind, events } of kinds) this.metrics.recorded.inc({ kind }, events);
  }

  countPublished(outlet: EventOutlet, kind: EventKind, events = 1): void {
    this.metrics.published.inc({ kind, outlet }, events);
  }

  private refresh(): Promise<void> {
    if (performance.now() - this.readAt > FRESH_MILLISECONDS) {
      this.readAt = performance.now();
      this.read = pTimeout(this.figures.read(), { milliseconds: TIMEOUT_MILLISECONDS }).then(
        ({ oldestSeconds, rows }) => {
          this.metrics.oldest.set(oldestSeconds);
          this.metrics.rows.set(rows);
          this.outage.works();
        },
        (error: unknown) => {
          // No figure is better than one of before.
          this.metrics.oldest.reset();
          this.metrics.rows.reset();
          this.outage.failed(error);
        },
      );
    }
    return this.read!;
  }
}
