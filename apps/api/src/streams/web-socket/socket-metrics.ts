import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter, Gauge } from 'prom-client';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';

const OPEN = 'websocket_connections_open';
const CLOSED = 'websocket_closes_total';

/** Codes that have a label of their own; clients may send thousands of others. */
const KNOWN_CODES = [1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 4400, 4401, 4408, 4429];

export const SOCKET_METRICS = [
  declareGauge({ name: OPEN, help: 'WebSockets open now' }),
  declareCounter({
    name: CLOSED,
    help: 'WebSockets that were closed, by code',
    labels: { code: [...KNOWN_CODES, 'other'] },
  }),
];

@Injectable()
export class SocketMetrics {
  constructor(
    @InjectMetric(OPEN) private readonly open: Gauge,
    @InjectMetric(CLOSED) private readonly closed: Counter,
  ) {
    for (const code of KNOWN_CODES) closed.inc({ code }, 0);
  }

  countOpened(): void {
    this.open.inc();
  }

  countClosed(code: number): void {
    this.open.dec();
    this.closed.inc({ code: KNOWN_CODES.includes(code) ? code : 'other' });
  }
}
