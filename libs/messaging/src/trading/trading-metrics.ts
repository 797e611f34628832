import { Inject, Injectable } from '@nestjs/common';
import { getToken } from '@willsoto/nestjs-prometheus';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { DeadLetters } from '#domain/trading/dead-letters';
import type { FillOutcome } from '#domain/trading/stated-fills';
import { TRADING_KINDS, type TradingKind } from '#domain/trading/trading-delivery';
import { OutageLog } from '#platform/logging/outage-log';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import { Broker } from '../broker/broker';

const CONSUMED = 'trading_messages_consumed_total';
const LETTERS = 'dead_letters_total';
const WAITING = 'dead_letters_waiting';
const PENDING = 'trading_messages_pending';

/** `failed`: it is delivered again. */
const OUTCOMES = ['inserted', 'updated', 'unchanged', 'dead_letter', 'failed'] as const;

export type ConsumedOutcome = FillOutcome | (typeof OUTCOMES)[number];

interface Metrics {
  readonly consumed: Counter;
  readonly letters: Counter;
  readonly waiting: Gauge;
  readonly pending: Gauge;
}

const METRICS = Symbol('metrics of fills and positions from the broker');

export const TRADING_METRICS = [
  declareCounter({
    name: CONSUMED,
    help: 'Messages of the broker that this process consumed, by kind and outcome',
    labels: { kind: TRADING_KINDS, outcome: OUTCOMES },
  }),
  declareCounter({
    name: LETTERS,
    help: 'Messages of the broker that this process gave up and kept as dead letters',
    labels: { kind: TRADING_KINDS },
  }),
  declareGauge({
    name: WAITING,
    help: 'Dead letters that nobody has replayed or discarded, over all processes',
    of: 'database',
    labels: { kind: TRADING_KINDS },
  }),
  declareGauge({
    name: PENDING,
    help: 'Messages of the broker that no worker has acknowledged yet, over all workers',
    of: 'database',
    labels: { kind: TRADING_KINDS },
  }),
  {
    provide: METRICS,
    inject: [CONSUMED, LETTERS, WAITING, PENDING].map((name) => getToken(name)),
    useFactory: (consumed: Counter, letters: Counter, waiting: Gauge, pending: Gauge): Metrics => {
      return { consumed, letters, waiting, pending };
    },
  },
];

const TIMEOUT_MILLISECONDS = 2_000;

/** The numbers of messages that are not acknowledged are there while the broker is. */
@Injectable()
export class TradingMetrics {
  private readonly outage: OutageLog;

  constructor(
    private readonly broker: Broker,
    private readonly letters: DeadLetters,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The figures of fills and positions from the broker');
    const { consumed, waiting, pending } = metrics;
    for (const kind of TRADING_KINDS) {
      metrics.letters.inc({ kind }, 0);
      for (const outcome of OUTCOMES) consumed.inc({ kind, outcome }, 0);
    }
    Object.assign(waiting, { collect: () => this.refresh(waiting, () => this.letters.countWaiting()) });
    if (broker.isConfigured)
      Object.assign(pending, { collect: () => this.refresh(pending, () => this.lag()) });
  }

  countConsumed(kind: TradingKind, outcome: ConsumedOutcome, messages = 1): void {
    this.metrics.consumed.inc({ kind, outcome }, messages);
  }

  countLetters(kind: TradingKind, letters: number): void {
    this.metrics.letters.inc({ kind }, letters);
  }

  private async lag(): Promise<ReadonlyMap<TradingKind, number>> {
    const connection = this.broker.connection();
    if (!connection) return new Map();
    const { tradingLag } = await import('#messaging/broker/trading-stream');
    return tradingLag(connection);
  }

  /** No figure is better than one of before. */
  private async refresh(gauge: Gauge, read: () => Promise<ReadonlyMap<TradingKind, number>>): Promise<void> {
    try {
      const figures = await pTimeout(read(), { milliseconds: TIMEOUT_MILLISECONDS });
      gauge.reset();
      for (const [kind, figure] of figures) gauge.set({ kind }, figure);
      this.outage.works();
    } catch (error) {
      gauge.reset();
      this.outage.failed(error);
    }
  }
}
