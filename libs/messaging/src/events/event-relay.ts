import { Inject, Injectable } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { type AddressedEvent, eventSource, toCloudEvents } from '#domain/events/cloud-event';
import { type EventPage, EventReader } from '#domain/events/event-reader';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { OutageLog } from '#platform/logging/outage-log';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { Broker } from '../broker/broker';
import { EventMetrics } from './event-metrics';
import { RelaySession } from './relay-session';

/** Who does not publish tries again to become the one who does, or to reach the broker. */
const RETRY_MILLISECONDS = 500;
/** Notices may get lost: this often the table is read without one. */
const POLL_MILLISECONDS = 1_000;
/** For so long after somebody else's message events are published one by one. */
const SINGLE_MILLISECONDS = 60_000;
/** What the broker or the database has not answered by then is published again by the next one. */
const STOPPING_MILLISECONDS = 3_000;

/**
 * Publishes events to the broker, in the order of their positions, from the last one that was acknowledged on. One process of all does
 * it. Writers never wait for it: while the broker is away events are kept in the table.
 */
@Injectable()
export class EventRelay {
  private readonly over = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly outage: OutageLog;
  /** The connection whose stream was seen. */
  private prepared: NatsConnection | undefined;
  /** By `performance.now()`. */
  private singleUntil = -Infinity;

  constructor(
    private readonly broker: Broker,
    private readonly reader: EventReader,
    private readonly metrics: EventMetrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The relay of events');
  }

  start(): void {
    if (this.broker.isConfigured) this.running = this.run();
  }

  /** Begins nothing more; false when what is under way is not acknowledged after three seconds. */
  stop(): Promise<boolean> {
    this.over.abort();
    const stopped = this.running.then(() => true);
    return pTimeout(stopped, { milliseconds: STOPPING_MILLISECONDS, fallback: () => false });
  }

  private async run(): Promise<void> {
    while (!this.over.signal.aborted) {
      try {
        await this.lead();
      } catch (error) {
        this.outage.failed(error);
      }
      await this.pause(RETRY_MILLISECONDS);
    }
  }

  /** Waits for the lock, then publishes; while the broker is away another process may. */
  private async lead(): Promise<void> {
    if (!this.broker.connection()) return;
    const session = await RelaySession.open(requireDirectDatabaseUrl(this.environment));
    try {
      while (!(await session.tryToLead())) {
        await this.pause(RETRY_MILLISECONDS);
        if (this.over.signal.aborted || !this.broker.connection()) return;
      }
      let position = await session.position();
      while (!this.over.signal.aborted && !session.isLost) {
        const connection = this.broker.connection();
        if (!connection) return;
        const notice = session.next();
        const page = await this.reader.after(position);
        if (page.isReset && position > 0) this.reportLoss(position, page.from);
        await this.publish(connection, page);
        if (page.position !== position) await session.keep(page.position);
        position = page.position;
        this.outage.works();
        if (!page.hasMore) await Promise.race([notice, this.pause(POLL_MILLISECONDS)]);
      }
    } finally {
      await session.close();
    }
  }

  private async publish(connection: NatsConnection, { rows }: EventPage): Promise<void> {
    if (this.prepared !== connection) {
      const { ensureEventStream } = await import('#messaging/broker/event-stream');
      await ensureEventStream(connection);
    }
    this.prepared = connection;
    const source = eventSource(this.environment.deployment);
    const kinds = rows
      .flatMap((row) => row.events)
      .map((recorded) => ({ kind: recorded.kind, events: toCloudEvents(recorded, source) }));
    try {
      await this.publishAll(
        connection,
        kinds.flatMap((row) => row.events),
      );
    } catch (error) {
      // Also a stream that was deleted is made again.
      this.prepared = undefined;
      throw error;
    }
    for (const { kind, events } of kinds) this.metrics.countPublished('nats', kind, events.length);
  }

  private async publishAll(connection: NatsConnection, events: readonly AddressedEvent[]): Promise<void> {
    const { isBrokenChain, publishInOrder } = await import('#messaging/broker/publish-in-order');
    const isChained = performance.now() > this.singleUntil;
    try {
      await publishInOrder(connection, events, { isChained });
    } catch (error) {
      if (!isBrokenChain(error)) throw error;
      this.singleUntil = performance.now() + SINGLE_MILLISECONDS;
      await publishInOrder(connection, events, { isChained: false });
    }
  }

  private reportLoss(position: number, from: number): void {
    this.logger.error(
      { position, from },
      'Events that were not published to the broker are deleted already, or the database was restored: consumers must query what they lack',
    );
  }

  private pause(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { signal: this.over.signal, ref: false }).catch(() => undefined);
  }
}
