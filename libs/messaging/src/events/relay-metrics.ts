import { Inject, Injectable } from '@nestjs/common';
import { getToken, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { EventRelayFigures } from '#domain/events/event-relay-figures';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';
import { Broker } from '../broker/broker';

const CONNECTED = 'event_broker_connected';
const ROWS = 'event_relay_lag_rows';
const SECONDS = 'event_relay_lag_seconds';

interface Metrics {
  readonly connected: Gauge;
  readonly rows: Gauge;
  readonly seconds: Gauge;
}

const METRICS = Symbol('metrics of the relay');

export const RELAY_METRICS = [
  makeGaugeProvider({ name: CONNECTED, help: 'Whether this process is connected to the broker of NATS_URL' }),
  makeGaugeProvider({
    name: ROWS,
    help: 'Rows of events that the broker has not acknowledged, over all processes; one has at most 1,000 candles',
  }),
  makeGaugeProvider({
    name: SECONDS,
    help: 'How long ago the oldest event that the broker has not acknowledged was recorded, over all processes',
  }),
  {
    provide: METRICS,
    inject: [CONNECTED, ROWS, SECONDS].map((name) => getToken(name)),
    useFactory: (connected: Gauge, rows: Gauge, seconds: Gauge): Metrics => {
      return { connected, rows, seconds };
    },
  },
];

const TIMEOUT_MILLISECONDS = 2_000;

/** Without NATS_URL the gauges are 0. */
@Injectable()
export class RelayMetrics {
  private reading: Promise<void> | undefined;
  private readonly outage: OutageLog;

  constructor(
    broker: Broker,
    private readonly figures: EventRelayFigures,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The figures of the relay');
    const { connected, rows, seconds } = metrics;
    if (!broker.isConfigured) return;
    Object.assign(connected, { collect: () => connected.set(broker.connection() ? 1 : 0) });
    for (const gauge of [rows, seconds]) Object.assign(gauge, { collect: () => this.refresh() });
  }

  /** A scrape reads both gauges at once. */
  private refresh(): Promise<void> {
    const { rows, seconds } = this.metrics;
    this.reading ??= pTimeout(this.figures.read(), { milliseconds: TIMEOUT_MILLISECONDS })
      .then(
        (lag) => {
          rows.set(lag.rows);
          seconds.set(lag.oldestSeconds);
          this.outage.works();
        },
        (error: unknown) => {
          // No figure is better than one of before.
          rows.reset();
          seconds.reset();
          this.outage.failed(error);
        },
      )
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}
