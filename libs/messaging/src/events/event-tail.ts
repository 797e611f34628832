import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { EVENT_CHANNEL } from '#domain/events/event-numbers';
import { EventReader, type NumberedEvents } from '#domain/events/event-reader';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { OutageLog } from '#platform/logging/outage-log';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { Activity } from '#platform/tracing/activity';
import type { CandleListening } from '../candle-listening';
import { listenOnPostgres } from '../listen-on-postgres';

/** Notices may get lost: this often the table is polled for more. */
const POLL_MILLISECONDS = 1_000;
const MOST_KEPT_ROWS = 1_000;
const MOST_KEPT_EVENTS = 20_000;

interface Tail {
  readonly polls: Repetition;
  readonly listening: CandleListening;
  /** The rows after `from`, without gaps, up to `to`. */
  rows: NumberedEvents[];
  events: number;
  from: number;
  to: number;
}

/** The right to use the tail, until it is given back. */
export interface TailUse {
  /** The last position when the tail was ready: it has everything after that, until it has to forget the oldest. */
  readonly position: number;
  release(): void;
}

/**
 * The newest events, read once for all readers of a process. A reader takes what comes after its position; one whose
 * position is older than what is kept here reads from the database. Nothing runs while nobody uses it.
 */
@Injectable()
export class EventTail implements OnApplicationShutdown {
  private tail: Tail | undefined;
  private starting: Promise<Tail> | undefined;
  private reading: Promise<void> | undefined;
  private isOutdated = false;
  private users = 0;
  private wake: () => void = () => undefined;
  private woken = this.nextWake();
  private readonly outage: OutageLog;

  constructor(
    private readonly reader: EventReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The reading of new events');
  }

  /** Rejects when the database is out of reach. */
  async use(): Promise<TailUse> {
    this.users++;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      if (--this.users === 0) void this.stop();
    };
    try {
      this.starting ??= Activity.outside(() => this.start());
      const { to } = await this.starting;
      return { position: to, release };
    } catch (error) {
      this.starting = undefined;
      release();
      throw error;
    }
  }

  /** What comes after a position, perhaps nothing; undefined where it is not kept here. Only while the tail is used. */
  after(position: number): readonly NumberedEvents[] | undefined {
    const { tail } = this;
    if (!tail || position < tail.from || position > tail.to) return undefined;
    return tail.rows.slice(position - tail.from);
  }

  /** Resolves when more has come, or the tail stops. Take it before `after`, so that nothing falls between the two. */
  get more(): Promise<void> {
    return this.woken;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
    await this.reading;
  }

  private async start(): Promise<Tail> {
    const to = await this.reader.last();
    // Readers whose connections were closed meanwhile notice it.
    const poll = () => this.read().then(() => this.rouse());
    const polls = repeat(poll, POLL_MILLISECONDS, () => undefined);
    const listener = { receive: () => void this.read(), begun: () => void this.read() };
    const url = requireDirectDatabaseUrl(this.environment);
    const listening = listenOnPostgres(url, EVENT_CHANNEL, listener, this.logger);
    this.tail = { polls, listening, rows: [], events: 0, from: to, to };
    return this.tail;
  }

  private async stop(): Promise<void> {
    const { tail } = this;
    this.tail = undefined;
    this.starting = undefined;
    this.rouse();
    await Promise.all([tail?.polls.stop(), tail?.listening.close()]);
  }

  /** What is requested while a read is under way is read by the next one. */
  private read(): Promise<void> {
    this.isOutdated = true;
    this.reading ??= this.readAll().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readAll(): Promise<void> {
    try {
      while (this.isOutdated && this.tail) {
        this.isOutdated = false;
        await this.readNext(this.tail);
      }
      this.outage.works();
    } catch (error) {
      this.outage.failed(error);
    }
  }

  private async readNext(tail: Tail): Promise<void> {
    const page = await this.reader.after(tail.to);
    if (page.isReset) Object.assign(tail, { rows: [], events: 0, from: page.from });
    for (const row of page.rows) {
      tail.rows.push(row);
      tail.events += row.events.length;
    }
    tail.to = page.position;
    while (tail.rows.length > MOST_KEPT_ROWS || tail.events > MOST_KEPT_EVENTS) {
      tail.events -= tail.rows.shift()!.events.length;
      tail.from++;
    }
    this.isOutdated ||= page.hasMore;
    if (page.rows.length > 0 || page.isReset) this.rouse();
  }

  private rouse(): void {
    const { wake } = this;
    this.woken = this.nextWake();
    wake();
  }

  private nextWake(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
