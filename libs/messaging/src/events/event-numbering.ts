import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CandleLoads } from '#domain/events/candle-loads';
import { eventLogOf } from '#domain/event-log/event-log';
import { EventNumbers } from '#domain/events/event-numbers';
import { OutageLog } from '#platform/logging/outage-log';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import { EventMetrics } from './event-metrics';

/** Finds rows of processes that number none (the command line), or stopped before they did, and what commits late. */
const POLL_MILLISECONDS = 200;
/** What is recorded within this time is numbered together. */
const GATHERING_MILLISECONDS = 20;
/** Where more is recorded all the time, it is numbered once in this time: each time is a commit of its own beside those of the writers. */
const PERIOD_MILLISECONDS = 40;
const LOADS_MILLISECONDS = 30_000;

/**
 * Makes recorded events readable, soon after they have committed. Every API and every worker does this: a lock in the database lets
 * one at a time, and events need neither of them in particular.
 */
@Injectable()
export class EventNumbering implements OnApplicationBootstrap, OnApplicationShutdown {
  private repetitions: Repetition[] = [];
  private stopListening: () => void = () => undefined;
  private gathering: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  private lastAt = -Infinity;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly outage: OutageLog;

  constructor(
    private readonly dataSource: DataSource,
    private readonly numbers: EventNumbers,
    private readonly loads: CandleLoads,
    private readonly metrics: EventMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The numbering of events');
  }

  onApplicationBootstrap(): void {
    const log = eventLogOf(this.dataSource);
    if (!log.isOn) return;
    const failed = (error: unknown) => this.outage.failed(error);
    this.stopListening = log.onRecorded(() => this.gather());
    this.repetitions = [
      repeat(() => this.poll(), POLL_MILLISECONDS, failed),
      repeat(() => this.loads.finishAbandoned(), LOADS_MILLISECONDS, failed),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopListening();
    clearTimeout(this.gathering);
    await Promise.all(this.repetitions.map((repetition) => repetition.stop()));
    await this.working;
  }

  private gather(): void {
    if (this.gathering) return;
    const pause = Math.max(GATHERING_MILLISECONDS, this.lastAt + PERIOD_MILLISECONDS - performance.now());
    this.gathering = setTimeout(() => {
      this.gathering = undefined;
      this.lastAt = performance.now();
      this.working = this.working
        .then(() => this.number())
        .catch((error: unknown) => this.outage.failed(error));
    }, pause);
  }

  private async poll(): Promise<void> {
    if (await this.numbers.hasUnnumbered()) this.gather();
    else this.outage.works();
  }

  private async number(): Promise<void> {
    if (this.isStopped) return;
    const numbered = await this.numbers.assign();
    this.outage.works();
    if (numbered !== 'busy') this.metrics.countRecorded(numbered.kinds);
    if (numbered === 'busy' || !numbered.isComplete) this.gather();
  }
}
