import { Inject, Injectable } from '@nestjs/common';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { EventRelayFigures } from '#domain/events/event-relay-figures';
import { declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import { Broker } from '../broker/broker';
import { readAtScrape } from '../read-at-scrape';

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
  declareGauge({ name: CONNECTED, help: 'Whether this process is connected to the broker of NATS_URL' }),
  declareGauge({
    name: ROWS,
    help: 'Rows of events that the broker has not acknowledged, over all processes; one has at most 1,000 candles',
    of: 'database',
  }),
  declareGauge({
    name: SECONDS,
    help: 'How long ago the oldest event that the broker has not acknowledged was recorded, over all processes',
    of: 'database',
  }),
  {
    provide: METRICS,
    inject: [CONNECTED, ROWS, SECONDS].map((name) => getToken(name)),
    useFactory: (connected: Gauge, rows: Gauge, seconds: Gauge): Metrics => {
      return { connected, rows, seconds };
    },
  },
];

/** Without NATS_URL the gauges are 0. */
@Injectable()
export class RelayMetrics {
  constructor(
    broker: Broker,
    figures: EventRelayFigures,
    @Inject(METRICS) { connected, rows, seconds }: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (!broker.isConfigured) return;
    Object.assign(connected, { collect: () => connected.set(broker.connection() ? 1 : 0) });
    const read = async () => {
      const lag = await figures.read();
      rows.set(lag.rows);
      seconds.set(lag.oldestSeconds);
    };
    readAtScrape({ gauges: [rows, seconds], what: 'The figures of the relay', logger, read });
  }
}
