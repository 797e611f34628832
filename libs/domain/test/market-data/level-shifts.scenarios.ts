import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SingleCandles } from '#domain/market-data/ingest/single-candles';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { seededRandom } from '../support/random';
import { openStorage, type Storage } from '../support/storage';

/**
 * Minutes with 1 % of noise, and by the rule of level shifts (more than ten times off; the next two decide): spikes at 30, at
 * 40 and 41 downwards, at 85 to the level before; level shifts down at 60, up at 101 right after a spike at 100, and up at 130
 * with a spike in it at 131; two candles at the end that nothing decides about.
 */
const LENGTH = 160;
const SPIKES = [30, 40, 41, 85, 100, 131];
const HELD = [158, 159];
const SHIFTS = [
  { minute: 60, ratio: 1 / 22 },
  { minute: 101, ratio: 22 },
  { minute: 130, ratio: 22 },
];

function seededCloses(): string[] {
  const random = seededRandom(7);
  const levels = new Map([
    ...([30, 131] as const).map((minute) => [minute, minute === 30 ? 2_200 : 66_000] as const),
    ...[40, 41].map((minute) => [minute, 100 / 22] as const),
    ...([85, 100] as const).map((minute) => [minute, minute === 85 ? 100 : 100_000] as const),
    ...HELD.map((minute) => [minute, 100] as const),
  ]);
  return Array.from({ length: LENGTH }, (_, minute) => {
    const level = minute < 60 ? 100 : minute < 101 ? 100 / 22 : minute < 130 ? 100 : 2_200;
    return ((levels.get(minute) ?? level) * (0.99 + random() * 0.02)).toFixed(6);
  });
}

const CANDLES = seededCloses().map((close, minute) => flatCandle(minuteAfterStart(minute), close));
const STORED = CANDLES.filter((_, minute) => !SPIKES.includes(minute) && !HELD.includes(minute));

describe('level shifts', () => {
  let storage: Storage;
  let symbols = 0;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  const newName = () => ({ exchange: 'test', symbol: `SHIFT${++symbols}`, interval: '1m' as const });
  /** As a process of its own has it. */
  const openIngest = () => openCandleIngest(storage.dataSource, SILENT_ANNOUNCER);

  async function stateOf({ symbol }: SeriesName) {
    const { rows: stored } = await storage.pool.query<{ openTime: Date; close: string }>(
      `select open_time as "openTime", close from candlesticks join series on series.id = series_id
       where symbol = $1 order by open_time`,
      [symbol],
    );
    const { rows: kept } = await storage.pool.query<{ openTime: Date; close: string; awaits: boolean }>(
      `select open_time as "openTime", close, awaits_next_candle as awaits
       from quarantined_candles where symbol = $1 and reason = 'outlier' order by open_time`,
      [symbol],
    );
    const { rows } = await storage.pool.query<{ count: number; held: number }>(
      'select candle_count::int as count, held_candles as held from series where symbol = $1',
      [symbol],
    );
    return { stored, kept, ...rows[0] };
  }

  const EXPECTED = {
    stored: STORED.map(({ openTime, close }) => ({ openTime, close })),
    kept: [...SPIKES, ...HELD].map((minute) => {
      const { openTime, close } = CANDLES[minute];
      return { openTime, close, awaits: HELD.includes(minute) };
    }),
    count: STORED.length,
    held: HELD.length,
  };
  const EXPECTED_SHIFTS = SHIFTS.map(({ minute, ratio }) => ({
    openTime: minuteAfterStart(minute).getTime(),
    ratio: expect.closeTo(ratio, ratio > 1 ? 0 : 2) as number,
  }));

  function parts(size: number): CandleToWrite[][] {
    return Array.from({ length: Math.ceil(LENGTH / size) }, (_, part) =>
      CANDLES.slice(part * size, (part + 1) * size),
    );
  }

  type Shift = { readonly openTime: number; readonly ratio: number };
  type Door = (name: SeriesName, candles: readonly CandleToWrite[]) => Promise<readonly Shift[]>;
  const bulk =
    (ingest: CandleIngest): Door =>
    async (name, candles) =>
      (await ingest.ingest(name, candles)).levelShifts;
  const source =
    (ingest: CandleIngest, kind: 'feed' | 'backfill'): Door =>
    async (name, candles) =>
      (await ingest.ingestFromSource([{ name, candles }], kind)).levelShifts.map(({ openTime, ratio }) => ({
        openTime,
        ratio,
      }));

  const DOORS: Readonly<Record<string, () => Door>> = {
    bulk: () => bulk(openIngest()),
    'two replicas': () => {
      const replicas = [bulk(openIngest()), bulk(openIngest())];
      return (name, candles) => replicas.reverse()[0](name, candles);
    },
    backfill: () => source(openIngest(), 'backfill'),
    'a feed that restarts': () => (name, candles) => source(openIngest(), 'feed')(name, candles),
    'feed and bulk': () => {
      const both = [source(openIngest(), 'feed'), bulk(openIngest())];
      return (name, candles) => both.reverse()[0](name, candles);
    },
  };

  describe.each([1, 7, 59, LENGTH])('in parts of %d candles', (size) => {
    it.each(Object.keys(DOORS))('are the same by way of %s, and once more change nothing', async (title) => {
      const [name, door] = [newName(), DOORS[title]()];
      const shifts: Shift[] = [];
      for (const part of parts(size)) shifts.push(...(await door(name, part)));
      expect(await stateOf(name)).toEqual(EXPECTED);
      expect(shifts).toEqual(EXPECTED_SHIFTS);
      const again: Shift[] = [];
      for (const part of parts(40)) again.push(...(await door(name, part)));
      expect(await stateOf(name)).toEqual(EXPECTED);
      expect(again).toEqual([]);
    });
  });

  it('are judged by what others stored since a feed remembered the end of the series', async () => {
    const [name, feed, others] = [newName(), source(openIngest(), 'feed'), bulk(openIngest())];
    await feed(name, CANDLES.slice(0, 30));
    const day = (minute: number, price: string) => flatCandle(minuteAfterStart(minute), price);
    await others(
      name,
      Array.from({ length: 25 }, (_, index) => day(31 + index, '4.5')),
    );
    await feed(name, [day(56, '100')]);
    expect((await stateOf(name)).kept).toEqual([
      { openTime: minuteAfterStart(56), close: '100', awaits: true },
    ]);
  });

  it('are found in candles posted one by one, of which each refused one is answered', async () => {
    const name = newName();
    const replicas = [new SingleCandles(openIngest()), new SingleCandles(openIngest())];
    const refused: number[] = [];
    for (const [minute, candle] of CANDLES.entries()) {
      const { problems } = await replicas[minute % 2].store({ name, candle, allowOutlier: false });
      if (problems.length > 0) refused.push(minute);
    }
    expect(await stateOf(name)).toEqual(EXPECTED);
    // The first two of a level are stored later; the third settles it.
    expect(refused).toEqual([30, 40, 41, 60, 61, 85, 100, 101, 102, 130, 131, ...HELD]);
  });

  it('are found in candles posted at the same time, and by two replicas at the same time', async () => {
    const [together, twice] = [newName(), newName()];
    const [one, other] = [new SingleCandles(openIngest()), new SingleCandles(openIngest())];
    await Promise.all(CANDLES.map((candle) => one.store({ name: together, candle, allowOutlier: false })));
    expect(await stateOf(together)).toEqual(EXPECTED);
    for (const candle of CANDLES) {
      const single = { name: twice, candle, allowOutlier: false };
      await Promise.all([one.store(single), other.store(single)]);
    }
    expect(await stateOf(twice)).toEqual(EXPECTED);
  });
});
