import { SeriesGaps } from '#domain/gaps/series-gaps';
import { SeriesOverview } from '#domain/gaps/series-overview';
import { SeriesQualityCounter } from '#domain/gaps/series-quality-counter';
import { OpenTimesLoader } from '#domain/market-data/reading/open-times.loader';
import { SeriesCalendars } from '#domain/market-data/series/series-calendars';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { flatCandle } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

const LIMITS = { gapLimit: 100, candleLimit: 10_000 };
const EURUSD = { exchange: 'broker', symbol: 'EUR/USD' };

describe('the calendar of a series', () => {
  let storage: Storage;
  let calendars: SeriesCalendars;
  beforeAll(async () => {
    storage = await openStorage();
    calendars = new SeriesCalendars(storage.dataSource);
  });
  afterAll(() => storage.close());

  const calendarOf = async (name: SeriesName) => (await storage.series.find(name))!.calendar;

  it('is the default of its exchange, or that of the symbol’s other intervals', async () => {
    const goog = { exchange: 'NASDAQ', symbol: 'GOOG' };
    await storage.series.idOf({ ...goog, interval: '1d' });
    expect(await calendarOf({ ...goog, interval: '1d' })).toBe('XNYS');
    expect(await calendars.change(goog, '24x5')).toBe(true);
    await storage.series.idOf({ ...goog, interval: '1h' });
    await new SeriesRepository(storage.dataSource).idsOf([
      { ...goog, interval: '5m' },
      { exchange: 'OANDA', symbol: 'GOOG', interval: '5m' },
    ]);
    for (const interval of ['1d', '1h', '5m'] as const) {
      expect(await calendarOf({ ...goog, interval })).toBe('24x5');
    }
    expect(await calendarOf({ exchange: 'OANDA', symbol: 'GOOG', interval: '5m' })).toBe('24x5');
    const found = await calendars.of([goog, { exchange: 'amex', symbol: 'NEW' }, EURUSD]);
    expect(found(goog)).toBe('24x5');
    expect(found({ exchange: 'amex', symbol: 'NEW' })).toBe('XNYS');
    expect(found(EURUSD)).toBe('24x7');
  });

  it('is not changed where nothing is stored', async () => {
    expect(await calendars.change({ exchange: 'broker', symbol: 'NONE' }, '24x5')).toBe(false);
  });

  it('decides what is missing, and has the quality counted again', async () => {
    const name = { ...EURUSD, interval: '1d' } as const;
    const seriesId = await storage.series.idOf(name);
    // Thursday to Tuesday, the candle of Monday is missing.
    const days = ['2024-01-11', '2024-01-12', '2024-01-16'].map((day) => flatCandle(new Date(day), '1'));
    await storage.store.upsert([{ seriesId, name, interval: '1d', candles: days }]);
    const openTimes = new OpenTimesLoader(storage.dataSource);
    const gaps = new SeriesGaps(storage.dataSource, openTimes);
    const counter = new SeriesQualityCounter(storage.dataSource, openTimes);
    const overview = new SeriesOverview(storage.dataSource);
    const glance = async () => (await overview.list(EURUSD, { offset: 0, limit: 1 })).items[0];
    const before = (await storage.series.find(name))!;
    const requested = { from: Date.parse('2024-01-11'), to: Date.parse('2024-01-17') };
    const answer = { reported: [{ first: requested.from, last: Date.parse('2024-01-16') }] };
    const options = { candleLimit: 100, apartSeconds: 0 };
    for (let attempt = 0; attempt < 2; attempt++) await gaps.noteAttempt(before, requested, answer, options);
    await counter.countChanged();
    expect(await glance()).toMatchObject({ calendar: '24x7', missing: 3, noTrades: 3 });

    await calendars.change(EURUSD, '24x5');
    expect(await glance()).toMatchObject({ calendar: '24x5', missing: null, noTrades: null });
    // What was concluded before the change does not come back with a repair that was under way.
    await gaps.noteAttempt(before, requested, answer, options);
    await counter.countChanged();
    expect(await glance()).toMatchObject({ missing: 1, noTrades: 0, offGrid: 0 });
    const series = (await storage.series.find(name))!;
    expect(await gaps.describe(series, undefined, LIMITS)).toMatchObject({
      gaps: [{ first: Date.parse('2024-01-15'), missing: 1, attempts: 0 }],
    });
    expect(series.version).toBe(before.version);
  });
});
