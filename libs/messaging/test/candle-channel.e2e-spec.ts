import { once } from 'node:events';
import { Client } from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
import { poolOf } from '#domain/postgres/pool';
import { CANDLE_CHANNEL, CandleChannel } from '#messaging/candle-channel';
import { decodeCandleNotices } from '#messaging/candle-notice';
import { readEnvironment } from '#platform/config/environment';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database';

const AT = new Date('2024-01-02T00:00:00Z');

function announcement(version: number): CandleAnnouncement {
  const name = { exchange: 'test', symbol: 'A', interval: '1m' } as const;
  const write = { seriesId: 1, version, inserted: 1, updated: 0, heldCandles: 0 };
  return { name, write: { ...write, first: AT, last: AT, writtenAt: AT }, candles: [] };
}

describe('notices of candles over Postgres', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let channel: CandleChannel;
  let listener: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 }));
    await dataSource.initialize();
    const environment = readEnvironment({ DATABASE_URL: database.url, REDIS_URL: '' });
    channel = new CandleChannel(dataSource, environment, pino({ level: 'silent' }));
    listener = new Client({ connectionString: database.url });
    await listener.connect();
    await listener.query(`listen ${CANDLE_CHANNEL}`);
  });
  afterAll(async () => {
    await listener.end();
    await dataSource.destroy();
    await database.drop();
  });

  it('leave at once, and those of a burst after it in one statement and few messages, in their order', async () => {
    const versions: number[] = [];
    let messages = 0;
    const received = (count: number) =>
      new Promise<void>((resolve) => {
        listener.on('notification', ({ payload }) => {
          messages++;
          versions.push(...decodeCandleNotices(payload!).map(({ version }) => version));
          if (versions.length === count) resolve();
        });
      });
    const statements = jest.spyOn(poolOf(dataSource), 'query');
    const first = once(listener, 'notification');
    const all = received(501);
    channel.announce([announcement(1)]);
    await first;
    for (let version = 2; version <= 501; version++) channel.announce([announcement(version)]);
    await all;
    expect(versions).toEqual(Array.from({ length: 501 }, (_, index) => index + 1));
    expect(statements).toHaveBeenCalledTimes(2);
    // 500 notices of some 150 bytes, in messages of at most 7,999.
    expect(messages).toBeLessThanOrEqual(1 + 12);
    await channel.onApplicationShutdown();
  });
});
