import { Inject, Injectable } from '@nestjs/common';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { TRADING_KINDS, type TradingKind } from '#domain/trading/trading-delivery';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';
import { Broker } from '../broker/broker';
import { TradingBatches } from './trading-batches';

/** Messages that are ingested together. */
const MOST_MESSAGES = 500;
/** The client's least: also how long a consumer that has nothing takes to stop. */
const WAIT_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 500;
/** What is not acknowledged by then is delivered again. */
const STOPPING_MILLISECONDS = 4_000;

/** Consumes fills and positions from the broker. All workers do, each message goes to one of them. */
@Injectable()
export class TradingConsumers {
  private readonly over = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly broker: Broker,
    private readonly batches: TradingBatches,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.broker.isConfigured) this.running = Promise.all(TRADING_KINDS.map((kind) => this.run(kind)));
  }

  /** Begins nothing more; false when what is under way is not over after four seconds. */
  stop(): Promise<boolean> {
    this.over.abort();
    const stopped = this.running.then(() => true);
    return pTimeout(stopped, { milliseconds: STOPPING_MILLISECONDS, fallback: () => false });
  }

  private async run(kind: TradingKind): Promise<void> {
    const { signal } = this.over;
    const outage = new OutageLog(this.logger, `The consumer of ${kind}s`);
    while (!this.isOver()) {
      const connection = this.broker.connection();
      try {
        // Also where the stream or the consumer was deleted it is made again.
        if (connection) await this.consume(kind, connection, outage);
      } catch (error) {
        if (!this.isOver()) outage.failed(error);
      }
      await delay(RETRY_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private isOver(): boolean {
    return this.over.signal.aborted;
  }

  private async consume(kind: TradingKind, connection: NatsConnection, outage: OutageLog): Promise<void> {
    const { openTradingConsumer } = await import('#messaging/broker/trading-stream');
    const consumer = await openTradingConsumer(connection, kind);
    outage.works();
    const closed = new AbortController();
    void connection.closed().then(() => closed.abort());
    const signal = AbortSignal.any([this.over.signal, closed.signal]);
    while (!signal.aborted) {
      const deliveries = await fetchBatch(consumer);
      if (deliveries.length === 0) continue;
      await this.batches.process(kind, deliveries, { signal });
      // The broker has the acknowledgements before the process ends.
      await connection.flush();
    }
  }
}

/** The next message, once there is one, and what else is there by then; none where nothing comes for a second. */
async function fetchBatch(consumer: Consumer): Promise<JsMsg[]> {
  const first = await consumer.next({ expires: WAIT_MILLISECONDS });
  if (first === null) return [];
  const batch = [first];
  const more = Math.min(first.info.pending, MOST_MESSAGES - 1);
  if (more === 0) return batch;
  try {
    // Another worker may have them first: then this waits for others.
    const messages = await consumer.fetch({ max_messages: more, expires: WAIT_MILLISECONDS });
    for await (const message of messages) batch.push(message);
  } catch {
    // What came is ingested; the next request meets the reason.
  }
  return batch;
}
