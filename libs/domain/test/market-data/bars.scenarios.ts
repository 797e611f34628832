import { BarReader } from '#domain/market-data/reading/bar-reader';
import type { IntervalSeries } from '#domain/market-data/series/interval-candles';
import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { aggregateColumns } from '#engine/market/aggregate-columns';
import { type CandleColumns, joinCandleColumns } from '#engine/market/candle-columns';
import type { Interval } from '#engine/market/interval';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { randomInteger, seededRandom } from '../support/random';
import { openStorage, type Storage } from '../support/storage';

const NEVER = new AbortController().signal;
const MINUTES = 1_500;
const HOUR_MINUTES = 60;
/** In 2043. */
const LATER = 10_000_000;

describe('reading bars', () => {
  const random = seededRandom(11);
  let storage: Storage;
  let reader: BarReader;
  let loader: CandleColumnsLoader;
  let hours: IntervalSeries;
  let minutes: IntervalSeries;
  beforeAll(async () => {
    storage = await openStorage();
    loader = new CandleColumnsLoader(storage.dataSource);
    reader = new BarReader(loader);
    await storeMinutes('A/B', (minute) => random() > 0.2 && (minute < 400 || minute > 640));
    hours = await sourceOf('A/B', '1h');
    minutes = await sourceOf('A/B', '1m');
  });
  afterAll(() => storage.close());

  /** Minutes of which the last one has not closed. */
  async function storeMinutes(symbol: string, isTraded: (minute: number) => boolean): Promise<void> {
    const name = { exchange: 'x', symbol, interval: '1m' } as const;
    const seriesId = await storage.series.idOf(name);
    const candles = Array.from({ length: MINUTES }, (_, minute) => minute)
      .filter((minute) => minute === MINUTES - 1 || isTraded(minute))
      .map((minute) => ({
        ...flatCandle(
          minute < MINUTES - 1 ? minuteAfterStart(minute) : inAnHour(),
          String(randomInteger(random, 90, 110)),
        ),
        isClosed: minute < MINUTES - 1,
      }));
    await storage.store.upsert([{ seriesId, name, interval: '1m', candles }]);
  }

  const sourceOf = async (symbol: string, interval: Interval) =>
    (await storage.series.findForInterval({ exchange: 'x', symbol, interval }))!;

  async function read(source: IntervalSeries, from: number, to: number, candlesAtOnce?: number) {
    const span = { from: minuteAfterStart(from).getTime(), to: minuteAfterStart(to).getTime() };
    const pieces: CandleColumns[] = [];
    for await (const piece of reader.read(source, span, NEVER, candlesAtOnce)) pieces.push(piece);
    return joinCandleColumns(pieces);
  }

  async function allHours(): Promise<CandleColumns> {
    const span = { seriesId: hours.series.id, from: minuteAfterStart(0), to: minuteAfterStart(MINUTES - 2) };
    const aggregation = { fromSeconds: 60, toSeconds: 3_600, calendar: '24x7' } as const;
    return aggregateColumns(await loader.load(span, NEVER), aggregation).candles;
  }

  it.each([1, 7, 61, 200, 100_000])(
    'aggregates the same hours, %i minutes at a time',
    async (candlesAtOnce) => {
      expect(await read(hours, 0, MINUTES, candlesAtOnce)).toEqual(await allHours());
    },
  );

  it('reads the bars that open in a span, both ends inclusive', async () => {
    const times = (bars: CandleColumns) => Array.from(bars.openTime, (time) => new Date(time));
    const span = await read(hours, HOUR_MINUTES, 3 * HOUR_MINUTES);
    expect(times(span)).toEqual([60, 120, 180].map(minuteAfterStart));
    expect(times(await read(hours, 61, 3 * HOUR_MINUTES - 1))).toEqual([120].map(minuteAfterStart));
    expect(times(await read(hours, 400, 500))).toEqual([]);
  });

  it('leaves out what has not closed', async () => {
    const all = await read(minutes, 0, LATER, 100);
    expect(all.length).toBe(minutes.series.candleCount - 1);
    expect(all.openTime.at(-1)).toBeLessThan(minuteAfterStart(MINUTES - 1).getTime());
  });

  it('finds the newest bars up to a time, or as many as there are', async () => {
    const all = await allHours();
    const upTo = minuteAfterStart(1_000).getTime();
    const opened = Array.from(all.openTime).filter((time) => time <= upTo);
    for (const count of [1, 5, opened.length, 1_000]) {
      const newest = await reader.newest(hours, upTo, count, NEVER);
      expect(Array.from(newest.openTime)).toEqual(opened.slice(-count));
    }
    const [last] = (await reader.newest(minutes, minuteAfterStart(LATER).getTime(), 1, NEVER)).openTime;
    expect(last).toBe((await loader.lastClosed(minutes.series))!.getTime());
  });

  it('begins far enough back for the bars that are wanted', async () => {
    const time = minuteAfterStart(1_200).getTime();
    for (const bars of [0, 1, 4, 9]) {
      const begin = await reader.begin(hours, time, bars);
      const between = Array.from((await allHours()).openTime).filter((open) => open >= begin && open < time);
      expect(between.length).toBeGreaterThanOrEqual(bars);
    }
  });

  it('is of the series itself, or of the longest one that divides the interval', async () => {
    const name = { exchange: 'x', symbol: 'A/B', interval: '30m' } as const;
    await storage.store.upsert([
      {
        seriesId: await storage.series.idOf(name),
        name,
        interval: '30m',
        candles: [flatCandle(minuteAfterStart(0), '1')],
      },
    ]);
    expect((await sourceOf('A/B', '1h')).series.interval).toBe('30m');
    expect((await sourceOf('A/B', '15m')).series.interval).toBe('1m');
    expect((await sourceOf('A/B', '30m')).series.interval).toBe('30m');
    expect(await sourceOf('NONE', '1h')).toBeNull();
  });
});

function inAnHour(): Date {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3_600_000);
}
