import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/unconfirmed-candles';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { readEnvironment } from '#platform/config/environment';
import { createLogger } from '#platform/logging/logger';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database';
import { CandleRollUp } from '../src/roll-up/candle-roll-up';
import type { RolledWindow } from '../src/roll-up/rolled-window';
import { storeCandles } from './support/sample-candles';

const START = Date.parse('2024-03-01T00:00:00Z');

describe('the roll-up of minutes in a process that leaves', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(
      dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 4 }),
    ).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('ends with the window it is at: no other interval, no other series', async () => {
    const price = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
    const minutes = Array.from({ length: 60 }, (_, minute) => ({
      ...{ openTime: new Date(START + minute * 60_000), ...price },
    }));
    for (const symbol of ['A/B', 'C/B']) {
      await storeCandles(database.url, { exchange: 'binance', symbol, interval: '1m' }, minutes);
    }
    const leaving = new AbortController();
    const windows: string[] = [];
    const window: Pick<RolledWindow, 'roll'> = {
      roll: ({ symbol }, { interval }) => {
        windows.push(`${symbol} ${interval}`);
        leaving.abort();
        return Promise.resolve();
      },
    };
    const series = new SeriesRepository(dataSource);
    const rollUps = new RollUps(dataSource, series);
    const looks = jest.spyOn(rollUps, 'progressOf');
    const environment = readEnvironment({ ROLL_UPS: '*' });
    const rollUp = new CandleRollUp(
      dataSource,
      series,
      rollUps,
      window as RolledWindow,
      new UnconfirmedCandles(dataSource),
      environment,
      createLogger('roll-up test', 'silent'),
    );
    await rollUp.roll(leaving.signal);
    expect(windows).toHaveLength(1);
    expect(looks).toHaveBeenCalledTimes(1);
  });
});
