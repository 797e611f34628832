import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { OutageLog } from '#platform/logging/outage-log';
import { fullJitter } from '#platform/pauses/full-jitter';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { natsOptions } from './nats-options';

const PAUSES = { firstMilliseconds: 200, longestMilliseconds: 5_000 };
/** A broker that accepts a connection and says nothing is left alone after so long. */
const CLOSING_MILLISECONDS = 1_000;

/**
 * The connection of this process to the broker of NATS_URL: opened again whenever it breaks. Nothing waits for it. The broker's client
 * and what uses it are loaded only where there is a broker.
 */
@Injectable()
export class Broker implements OnApplicationBootstrap, OnApplicationShutdown {
  private current: NatsConnection | undefined;
  private readonly over = new AbortController();
  private connecting: Promise<void> = Promise.resolve();
  private readonly outage: OutageLog;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'Broker connection');
  }

  /** Whether there is a broker at all. */
  get isConfigured(): boolean {
    return this.environment.natsUrl !== undefined;
  }

  /** Undefined while the broker is away. What was published on one that has closed since may be lost. */
  connection(): NatsConnection | undefined {
    return this.current;
  }

  /** Throws while the broker is away. */
  check(): void {
    if (this.isConfigured && !this.current) throw new Error('The broker is not reachable');
  }

  onApplicationBootstrap(): void {
    const { natsUrl } = this.environment;
    if (natsUrl !== undefined) this.connecting = this.keepConnected(natsUrl);
  }

  async onApplicationShutdown(): Promise<void> {
    this.over.abort();
    const closed = Promise.all([this.current?.close(), this.connecting]);
    await pTimeout(closed, { milliseconds: CLOSING_MILLISECONDS, message: false });
  }

  private async keepConnected(address: string): Promise<void> {
    const { connect } = await import('@nats-io/transport-node');
    for (let attempt = 0; !this.isOver(); attempt++) {
      try {
        this.current = await connect(natsOptions(address));
        attempt = 0;
        this.outage.works();
        if (this.isOver()) await this.current.close();
        const reason = await this.current.closed();
        if (!this.isOver()) this.outage.failed(reason ?? new Error('The broker closed the connection'));
      } catch (error) {
        this.outage.failed(error);
      } finally {
        this.current = undefined;
      }
      const pause = fullJitter(attempt, PAUSES);
      await delay(pause, undefined, { signal: this.over.signal, ref: false }).catch(() => undefined);
    }
  }

  private isOver(): boolean {
    return this.over.signal.aborted;
  }
}
