import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series-name';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import { OpenStreams } from '#domain/streams/open-streams';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';

const CHECK_MILLISECONDS = 1_000;
const RENEWAL_MILLISECONDS = 5_000;

/** A stream that `GET streams/active` shows. */
export interface ListedStream {
  /** The series that it follows, where it is of one. */
  readonly name?: SeriesName;
  toRecord(): OpenStream;
}

/** The open streams of market data, of every protocol. The other replicas learn of them soon after a change, and every few seconds while there are any. */
@Injectable()
export class StreamRegister implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly instance = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  private readonly local = new Set<ListedStream>();
  private opened = 0;
  /** Counts what opened and closed. */
  private changes = 0;
  private listed: { readonly changes: number; readonly series: readonly SeriesName[] } = {
    changes: 0,
    series: [],
  };
  private checks: Repetition | undefined;
  private registeredChanges = 0;
  private renewedAt = 0;

  constructor(
    private readonly openStreams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.checks = repeat(
      () => this.renewWhenDue(),
      CHECK_MILLISECONDS,
      (error) => this.logger.debug({ err: error }, 'The list of open streams could not be renewed'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.checks?.stop();
    // Where the database is away the list dies of its age.
    if (this.renewedAt > 0) await this.openStreams.remove(this.instance).catch(() => undefined);
  }

  /** What identifies one more stream of this process. */
  newStream(): { id: string; instance: string } {
    const { instance } = this;
    return { id: `${instance}/${++this.opened}`, instance };
  }

  add(stream: ListedStream): void {
    this.local.add(stream);
    this.changes++;
  }

  remove(stream: ListedStream): void {
    this.local.delete(stream);
    this.changes++;
  }

  /** Of all replicas; this one's as they are now. */
  async list(): Promise<OpenStream[]> {
    return [...this.localRecords(), ...(await this.openStreams.ofOthers(this.instance))];
  }

  private async renewWhenDue(): Promise<void> {
    const { changes } = this;
    const { size } = this.local;
    const isDue = size > 0 && Date.now() - this.renewedAt >= RENEWAL_MILLISECONDS;
    if (changes === this.registeredChanges && !isDue) return;
    const renewedAt = Date.now();
    if (size > 0) await this.openStreams.renew(this.instance, this.localRecords(), this.localSeries());
    else await this.openStreams.remove(this.instance);
    this.registeredChanges = changes;
    this.renewedAt = renewedAt;
  }

  private localRecords(): OpenStream[] {
    return Array.from(this.local, (stream) => stream.toRecord());
  }

  /** Each once, read anew only where streams opened or closed. */
  private localSeries(): readonly SeriesName[] {
    if (this.listed.changes === this.changes) return this.listed.series;
    const byKey = new Map<string, SeriesName>();
    for (const { name } of this.local) {
      if (!name) continue;
      const { exchange, symbol, interval } = name;
      byKey.set(seriesKey(name), { exchange, symbol, interval });
    }
    this.listed = { changes: this.changes, series: [...byKey.values()] };
    return this.listed.series;
  }
}
