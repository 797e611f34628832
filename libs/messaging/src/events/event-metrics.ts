import { Inject, Injectable } from '@nestjs/common';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { EventFigures } from '#domain/events/event-figures';
import type { NumberedKind } from '#domain/events/event-numbers';
import { EVENT_KINDS, type EventKind } from '#domain/events/events';
import type { Environment } from '#platform/config/environment';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { readAtScrape } from '../read-at-scrape';

const RECORDED = 'events_recorded_total';
const PUBLISHED = 'events_published_total';
const OLDEST = 'events_oldest_unnumbered_seconds';
const ROWS = 'events_rows';
const ROWS_LIMIT = 'events_rows_limit';

/** Where events are published. */
const EVENT_OUTLETS = ['sse', 'nats'] as const;

type EventOutlet = (typeof EVENT_OUTLETS)[number];

interface Metrics {
  readonly recorded: Counter;
  readonly published: Counter;
  readonly oldest: Gauge;
  readonly rows: Gauge;
}

const METRICS = Symbol('metrics of events');

export const EVENT_METRICS = [
  declareCounter({
    name: RECORDED,
    help: 'Events that this process gave their position, once they had committed',
    labels: { kind: EVENT_KINDS },
  }),
  declareCounter({
    name: PUBLISHED,
    help: 'Events that this process published: written to a stream, or acknowledged by the broker',
    labels: { kind: EVENT_KINDS, outlet: EVENT_OUTLETS },
  }),
  declareGauge({
    name: OLDEST,
    help: 'How long the oldest event that has committed waits for its position, over all processes',
    of: 'database',
  }),
  declareGauge({
    name: ROWS,
    help: 'Rows of events that are kept; one may contain 1,000 candles',
    of: 'database',
  }),
  declareGauge({
    name: ROWS_LIMIT,
    help: 'How many rows of events may be kept (EVENTS_KEPT_ROWS); older ones are deleted every minute',
  }),
  {
    provide: METRICS,
    inject: [ENVIRONMENT, ...[ROWS_LIMIT, RECORDED, PUBLISHED, OLDEST, ROWS].map((name) => getToken(name))],
    useFactory: (
      { eventsKeptRows }: Environment,
      limit: Gauge,
      recorded: Counter,
      published: Counter,
      oldest: Gauge,
      rows: Gauge,
    ): Metrics => {
      limit.set(eventsKeptRows);
      return { recorded, published, oldest, rows };
    },
  },
];

@Injectable()
export class EventMetrics {
  constructor(
    private readonly figures: EventFigures,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    for (const kind of EVENT_KINDS) metrics.recorded.inc({ kind }, 0);
    const { oldest, rows } = metrics;
    readAtScrape({
      gauges: [oldest, rows],
      what: 'The figures of events',
      logger,
      read: async () => {
        const figures = await this.figures.read();
        oldest.set(figures.oldestSeconds);
        rows.set(figures.rows);
      },
    });
  }

  countRecorded(kinds: readonly NumberedKind[]): void {
    for (const { kind, events } of kinds) this.metrics.recorded.inc({ kind }, events);
  }

  countPublished(outlet: EventOutlet, kind: EventKind, events = 1): void {
    this.metrics.published.inc({ kind, outlet }, events);
  }
}
