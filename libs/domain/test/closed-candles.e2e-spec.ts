import { CandleColumnsLoader } from '#domain/market-data/candle-columns.loader';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { flatCandle } from './support/candles';
import { openStorage, type Storage } from './support/storage';

const MINUTE_MILLISECONDS = 60_000;
const name = (symbol: string) => ({ exchange: 'test', symbol, interval: '1h' as const });

describe('a closed candle', () => {
  let storage: Storage;
  let loader: CandleColumnsLoader;
  let rollUps: RollUps;
  beforeAll(async () => {
    storage = await openStorage();
    loader = new CandleColumnsLoader(storage.dataSource);
    rollUps = new RollUps(storage.dataSource, storage.series);
  });
  afterAll(() => storage.close());

  // Its hour ended so many minutes ago; it says of itself whether it closed.
  it.each([
    ['that says so', 1, true, true],
    ['written before its end and never again, once a feed would have confirmed it', 3, false, true],
    ['that a feed may still confirm', 1, false, false],
    ['that is forming', -30, false, false],
  ])('is one %s, for whoever asks', async (what, minutesOver, isClosed, expected) => {
    const openTime = new Date(Date.now() - (60 + minutesOver) * MINUTE_MILLISECONDS);
    const earlier = new Date(openTime.getTime() - 60 * MINUTE_MILLISECONDS);
    const seriesId = await storage.series.idOf(name(what));
    const candles = [
      { ...flatCandle(earlier, '1'), isClosed: true },
      { ...flatCandle(openTime, '2'), isClosed },
    ];
    await storage.store.upsert([{ seriesId, name: name(what), interval: '1h', candles }]);
    const series = (await storage.series.find(name(what)))!;
    const newest = expected ? openTime : earlier;
    expect(await loader.lastClosed(series)).toEqual(newest);
    expect((await rollUps.newsOf(series)).closedTo).toBe(newest.getTime() + 60 * MINUTE_MILLISECONDS);
    const { open } = await rollUps.candles(series, earlier.getTime(), Date.now());
    expect(open).toEqual(expected ? [] : [openTime.getTime()]);
  });
});
