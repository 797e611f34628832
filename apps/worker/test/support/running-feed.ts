import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { Client } from 'pg';
import { register } from 'prom-client';
import { DatabaseModule } from '#domain/database/database.module';
import type { FeedReport } from '#domain/market-data/series/feed-state.entity';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { MessagingModule } from '#messaging/messaging.module';
import { createLogger } from '#platform/logging/logger';
import { PlatformModule } from '#platform/platform.module';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { openExchange } from '#sources/exchanges/open-exchange';
import type { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';
import { onTestServer } from '../../../../test/test-server';
import { CandleFeedModule } from '../../src/candle-feed/candle-feed.module';
import { ExchangeFeed } from '../../src/candle-feed/exchange-feed';
import { FeedMetrics } from '../../src/candle-feed/feed-metrics';
import { USUAL_FEED_SETTINGS } from '../../src/candle-feed/feed-settings';
import { FeedStore } from '../../src/candle-feed/feed-store';
import { eventually } from './within';

@Module({
  imports: [PlatformModule, DatabaseModule, MessagingModule, PrometheusModule.register(), CandleFeedModule],
})
class FeedTestModule {}

/** Some rounds of checks of some series, in which a poll that one of them begins is answered. */
const CLOCK_READS = 50;

/** The feed of a fake exchange into a real database, by the fake's clock, and quicker to try again than usual. */
export class RunningFeed {
  private feed: ExchangeFeed;

  private constructor(
    private readonly fake: FakeExchange,
    private readonly database: TestDatabase,
    private readonly app: INestApplicationContext,
    readonly client: Client,
    private readonly series: readonly SeriesName[],
  ) {}

  static async start(fake: FakeExchange, symbols: readonly string[]): Promise<RunningFeed> {
    const database = await createTestDatabase();
    const { DATABASE_URL = '' } = process.env;
    process.env.DATABASE_URL = database.url;
    const app = await NestFactory.createApplicationContext(FeedTestModule, { logger: false });
    process.env.DATABASE_URL = DATABASE_URL;
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    const series = symbols.map((symbol) => ({ exchange: fake.exchange, symbol, interval: '1m' as const }));
    const running = new RunningFeed(fake, database, app, client, series);
    running.startFeed();
    return running;
  }

  /** A worker that begins to lead. */
  startFeed(): void {
    const { fake, app } = this;
    this.feed = new ExchangeFeed(fake.exchange, {
      store: app.get(FeedStore, { strict: false }),
      metrics: app.get(FeedMetrics, { strict: false }),
      logger: createLogger('feed test', 'silent'),
      mayWrite: () => true,
      settings: {
        ...USUAL_FEED_SETTINGS,
        openExchange: (exchange) =>
          openExchange(exchange, { endpoints: fake.endpoints, throttled: false, now: fake.machine.now }),
        silenceMilliseconds: 500,
        mostUnconfirmedCandles: 5,
        beatMilliseconds: 10,
        retryPauses: { firstMilliseconds: 5, longestMilliseconds: 50 },
      },
    });
    this.feed.start();
    this.feed.follow(this.series);
  }

  /** In good order; without it what was waiting is lost, as in a crash. */
  async stopFeed({ inGoodOrder = true } = {}): Promise<void> {
    if (!inGoodOrder) this.feed.abandon();
    await this.feed.stop();
  }

  /** Every series is watched. */
  async subscribed(): Promise<void> {
    for (const { symbol, interval } of this.series) await this.fake.subscribed(`${symbol} ${interval}`);
  }

  /**
   * So many minutes of the market's time, each update of which is received before the next. Two seconds before its end every
   * candle is still without its last trades: a feed that closes it by then stores it wrong.
   */
  async pass(minutes: number): Promise<void> {
    const { fake, series } = this;
    await this.subscribed();
    for (const end = fake.market.now + minutes * 60_000; fake.market.now < end;) {
      const second = (fake.market.now / 1000) % 60;
      if (second === 50) {
        const { reads } = fake.machine;
        await fake.tick(8);
        await eventually(
          'the feed has read its clock in several rounds',
          () => Promise.resolve(fake.machine.reads),
          (now) => now > reads + CLOCK_READS,
        );
        continue;
      }
      const before = await this.updates();
      await fake.tick(10 - (second % 10));
      await eventually(
        'every series has an update',
        async () => {
          // Who subscribed again at that moment has received nothing; the others have it already.
          await fake.resend(Math.floor((fake.market.now - 1) / 60_000) * 60_000);
          return this.updates();
        },
        (now) => now >= before + series.length,
      );
    }
  }

  /** Live updates of all series so far. */
  async updates(): Promise<number> {
    const { values } = await register.getSingleMetric('candle_feed_updates_total')!.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  /** How often a closed candle was changed. */
  async revisions(): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(
      'select count(*)::int as count from candlestick_revisions',
    );
    return rows[0].count;
  }

  /** How far the exchange's clock is ahead of this machine's, as published. */
  async clockOffsetSeconds(): Promise<number | undefined> {
    const { values } = await register.getSingleMetric('exchange_clock_offset_seconds')!.get();
    return values.find(({ labels }) => labels.exchange === this.fake.exchange)?.value;
  }

  /** How the feed of a series is. */
  statusOf(symbol: string): FeedReport {
    return this.feed.reports().find((report) => report.symbol === symbol)!;
  }

  /** The newest candle that is stored. */
  async newestCandle(symbol: string): Promise<{ openTime: number; isClosed: boolean | null }> {
    const { rows } = await this.client.query<{ openTime: number; isClosed: boolean | null }>(
      `select extract(epoch from open_time)::float8 * 1000 as "openTime", is_closed as "isClosed"
       from candlesticks join series on series.id = series_id where symbol = $1 order by open_time desc limit 1`,
      [symbol],
    );
    return rows[0];
  }

  /** What is said of candles of a symbol that were left unconfirmed; by the real time, when the fake's minutes are over. */
  async warnings(symbol: string): Promise<string[]> {
    const series = await this.app.get(SeriesRepository, { strict: false }).findMatching({ symbol });
    return this.app.get(UnconfirmedCandles, { strict: false }).warnings(series);
  }

  /** Closed candles as text, and whether any after them is still open. */
  async closedCandles(symbol: string): Promise<string[]> {
    const { rows } = await this.client.query<{ line: string }>(
      `select concat_ws(',', extract(epoch from open_time)::bigint * 1000, open, high, low, close, volume) as line
       from candlesticks join series on series.id = series_id where symbol = $1 and is_closed order by open_time`,
      [symbol],
    );
    return rows.map(({ line }) => line);
  }

  /** What must be stored as closed by now, from the first stored candle on. */
  trueCandles(symbol: string, from: number): string[] {
    return this.fake.market.closedCandles(symbol, '1m', from).map(lineOf);
  }

  /** Where the stored closed candles are not those of the exchange, empty when all are. */
  async differences(): Promise<string[]> {
    const differences: string[] = [];
    for (const { symbol } of this.series) {
      const stored = await this.closedCandles(symbol);
      const from = Number((stored[0] ?? '0').split(',')[0]);
      const truth = this.trueCandles(symbol, from);
      const known = new Set(stored);
      const right = new Set(truth);
      differences.push(
        ...truth.filter((line) => !known.has(line)).map((line) => `${symbol} lacks ${line}`),
        ...stored.filter((line) => !right.has(line)).map((line) => `${symbol} has ${line}`),
      );
    }
    return differences;
  }

  /** Resolves when what is stored is what the exchange knows. */
  async untilEqual({ seconds = 60 } = {}): Promise<void> {
    // The clock is stopped: a candle that has just closed would never be over for long enough.
    do await this.fake.tick();
    while (this.fake.market.now % 60_000 !== 20_000);
    await eventually(
      'what is stored is what the exchange knows',
      async () => (await this.differences()).slice(0, 5),
      (differences) => differences.length === 0,
      { seconds },
    );
  }

  /** Cuts every connection to the database and refuses new ones, until the answer is called. */
  async loseDatabase(): Promise<() => Promise<void>> {
    const { database } = this.client;
    const allow = (isAllowed: boolean) =>
      onTestServer((server) => server.query(`alter database ${database} allow_connections ${isAllowed}`));
    await allow(false);
    await this.client.query(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    );
    return async () => {
      await allow(true);
    };
  }

  async close(): Promise<void> {
    await this.stopFeed();
    await this.client.end();
    await this.app.close();
    await this.database.drop();
  }
}

function lineOf({ openTime, open, high, low, close, volume }: SourceCandle): string {
  return [openTime, open, high, low, close, volume].join(',');
}
