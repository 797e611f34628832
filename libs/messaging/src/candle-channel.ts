import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { CandleAnnouncement, CandleAnnouncer } from '#domain/market-data/ingest/candle-announcer';
import { poolOf } from '#domain/postgres/pool';
import type { Environment } from '#platform/config/environment';
import { OutageLog } from '#platform/logging/outage-log';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { encodeCandleNotice, packCandleNotices } from './candle-notice';

/** The Postgres channel, and the beginning of the Redis channel of each series. */
export const CANDLE_CHANNEL = 'candelabra_candles';

/** Between two flushes: a statement for each of a thousand writes a second would cost more than the writes. */
const PAUSE_MILLISECONDS = 5;

/**
 * Publishes to every process what was written, once it is committed: by Redis where there is one, else by NOTIFY. Notices may get
 * lost on the way; each carries its series' version, so listeners see that and look.
 */
@Injectable()
export class CandleChannel implements CandleAnnouncer, OnApplicationShutdown {
  private waiting: CandleAnnouncement[] = [];
  private flushing: Promise<void> | undefined;
  private redis: Redis | undefined;
  private readonly notifications: OutageLog;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.notifications = new OutageLog(logger, 'Notification of new candles');
  }

  /** At once, where nothing was announced shortly before; else with all that came since. */
  announce(announcements: readonly CandleAnnouncement[]): void {
    this.waiting.push(...announcements);
    if (this.waiting.length > 0) this.flushing ??= this.flush().finally(() => (this.flushing = undefined));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flushing;
    this.redis?.disconnect();
  }

  private async flush(): Promise<void> {
    // Whoever has just written goes on first.
    await nextTurn();
    while (this.waiting.length > 0) {
      const notices = this.waiting.map((announcement) => ({
        seriesId: announcement.write.seriesId,
        text: encodeCandleNotice(announcement),
      }));
      this.waiting = [];
      try {
        await (this.environment.redisUrl
          ? this.publish(this.environment.redisUrl, notices)
          : this.notify(notices));
        this.notifications.works();
      } catch (error) {
        // Listeners poll for what they were not notified of.
        this.notifications.failed(error);
      }
      await delay(PAUSE_MILLISECONDS);
    }
  }

  private async publish(url: string, notices: readonly { seriesId: number; text: string }[]): Promise<void> {
    this.redis ??= this.connect(url);
    const pipeline = this.redis.pipeline();
    for (const { seriesId, text } of notices) pipeline.publish(`${CANDLE_CHANNEL}:${seriesId}`, text);
    await pipeline.exec();
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 5_000, commandTimeout: 2_000 });
    const connection = new OutageLog(this.logger, 'Candle channel connection');
    redis.on('error', (error) => connection.failed(error));
    redis.on('ready', () => connection.works());
    return redis;
  }

  private async notify(notices: readonly { text: string }[]): Promise<void> {
    await poolOf(this.dataSource).query({
      name: 'notify-candles',
      // One text for all, without quotes to escape: packs are apart by an empty line, which none of them holds.
      text: `select pg_notify('${CANDLE_CHANNEL}', pack) from unnest(string_to_array($1, e'\\n\\n')) pack`,
      values: [packCandleNotices(notices.map(({ text }) => text)).join('\n\n')],
    });
  }
}
