import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aggregateColumns } from '#engine/market/aggregate-columns';
import { allocateCandleColumns } from '#engine/market/candle-columns';
import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeAt, storeHours } from '../support/hourly-candles';
import { pathOf } from '../support/path-of';
import { type RunningApi, startApi } from '../support/running-api';
import { sendBulk } from '../support/uploads';

const CHART = '/api/v1/market-data/chart';
const HOUR = 3_600_000;
const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;
const START = Date.parse('2000-01-01T00:00:00Z');

interface Chart {
  readonly bars_per_candle: number;
  readonly candles: readonly Readonly<
    Record<'open_time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>
  >[];
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

describe('GET market-data/chart', () => {
  let api: RunningApi;
  /** The S&P 500 as it lies in vega-datasets, numbers as text. */
  const spx = readFileSync(
    join(__dirname, '../../../../node_modules/vega-datasets/data/sp500-2000.csv'),
    'utf8',
  )
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([date, open, high, low, close, , volume]) => ({ date, open, high, low, close, volume }));

  const upload = async (
    series: Record<string, string>,
    openTimeOf: (bar: number) => string,
    count = spx.length,
  ) => {
    const lines = spx
      .slice(0, count)
      .map(({ open, high, low, close, volume }, bar) =>
        [openTimeOf(bar), open, high, low, close, volume].join(','),
      );
    const text = ['open_time,open,high,low,close,volume', ...lines].join('\n');
    const { status, body } = await sendBulk(api, text, {
      type: 'text/csv',
      query: `?${new URLSearchParams(series).toString()}`,
    });
    expect([status, body.refused]).toEqual([200, 0]);
  };
  const daily = { exchange: 'us', symbol: 'SPX', interval: '1d' };
  const steady = { exchange: 'binance', symbol: 'SPX', interval: '4h' };
  beforeAll(async () => {
    api = await startApi();
    await upload(daily, (bar) => `${spx[bar].date}T00:00:00Z`);
    await upload(steady, (bar) => timeOf(START + bar * 4 * HOUR));
  });
  afterAll(() => api.stop());

  const chart = async (query: Record<string, string>) => {
    const { status, body } = await api.get(pathOf(CHART, { ...daily, ...query }));
    expect([status, body.detail]).toEqual([200, undefined]);
    return body as Chart & Record<string, unknown>;
  };

  it('answers the last candles up to an end, digit for digit, and what is stored', async () => {
    const body = await chart({ points: '10', end: '2020-04-16T12:00:00Z' });
    expect(body).toMatchObject({
      ...daily,
      source_interval: '1d',
      bars_per_candle: 1,
      stored: { start: '2000-01-03T00:00:00Z', end: '2020-04-17T00:00:00Z', count: 5105 },
      corrections: [],
      corrections_truncated: false,
      indicators: [],
    });
    expect(body.candles).toEqual(
      spx.slice(-11, -1).map(({ date, ...numbers }) => ({
        open_time: `${date}T00:00:00Z`,
        ...numbers,
        is_closed: true,
        corrected: false,
      })),
    );
  });

  it('answers a range whole where it has no more candles than requested', async () => {
    const { candles, bars_per_candle } = await chart({
      start: '2008-09-01T00:00:00Z',
      end: '2008-10-31T00:00:00Z',
      points: '44',
    });
    const expected = spx.filter(({ date }) => date >= '2008-09-01' && date <= '2008-10-31');
    expect([bars_per_candle, candles.length, candles[0].open_time]).toEqual([1, 44, '2008-09-02T00:00:00Z']);
    expect(candles.map(({ close }) => close)).toEqual(expected.map(({ close }) => close));
  });

  it('makes one candle of several bars where there are more', async () => {
    const { candles, bars_per_candle } = await chart({ start: '2000-01-01T00:00:00Z', points: '1000' });
    expect(bars_per_candle).toBe(6);
    expect(candles).toEqual(
      Array.from({ length: Math.ceil(5105 / 6) }, (_, candle) => {
        const bars = spx.slice(candle * 6, candle * 6 + 6);
        const sorted = (field: 'high' | 'low') =>
          bars.map((bar) => bar[field]).sort((a, b) => Number(a) - Number(b));
        return {
          open_time: `${bars[0].date}T00:00:00Z`,
          open: bars[0].open,
          high: sorted('high').at(-1),
          low: sorted('low')[0],
          close: bars.at(-1)!.close,
          volume: String(bars.reduce((sum, { volume }) => sum + BigInt(volume), 0n)),
          is_closed: true,
          corrected: false,
        };
      }),
    );
  });

  it('has the same candles of several bars in every range that holds them', async () => {
    const of = (start: string) => chart({ start, end: '2020-04-17T00:00:00Z', points: '500' });
    const [longer, shorter] = await Promise.all([of('2005-03-01T00:00:00Z'), of('2006-03-03T00:00:00Z')]);
    expect([longer.bars_per_candle, shorter.bars_per_candle]).toEqual([8, 8]);
    const from = longer.candles.findIndex(({ open_time }) => open_time === shorter.candles[0].open_time);
    expect(from).toBeGreaterThan(0);
    expect(longer.candles.slice(from)).toEqual(shorter.candles);
  });

  it.each([
    ['binance', '24x7'],
    ['us', 'XNYS'],
    ['fx', '24x5'],
  ] as const)(
    'aggregates an interval that is not stored, on %s by the calendar %s',
    async (exchange, calendar) => {
      const series = { exchange, symbol: newSymbol(), interval: '1h' };
      await upload(series, (bar) => timeOf(START + bar * HOUR), 1_500);
      if (calendar === '24x5') {
        const changed = await api.patch('/api/v1/market-data/series', {
          exchange,
          symbol: series.symbol,
          calendar,
        });
        expect(changed.status).toBe(200);
      }
      const columns = allocateCandleColumns(1_500);
      for (let bar = 0; bar < 1_500; bar++) {
        columns.openTime[bar] = START + bar * HOUR;
        for (const field of FIELDS) columns[field][bar] = Number(spx[bar][field]);
      }
      // As roll-ups and features aggregate them.
      const { candles: expected } = aggregateColumns(columns, {
        fromSeconds: 3_600,
        toSeconds: 86_400,
        calendar,
      });
      const query = { ...series, interval: '1d' };
      const { candles, source_interval } = await chart({ ...query, start: '2000-01-01T00:00:00Z' });
      expect(source_interval).toBe('1h');
      const closed = candles.slice(0, expected.length);
      expect(closed.map(({ open_time }) => Date.parse(open_time))).toEqual([...expected.openTime]);
      for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) {
        expect(closed.map((candle) => Number(candle[field]))).toEqual([...expected[field]]);
      }
      const between = closed.slice(-14, -4);
      const end = between.at(-1)!.open_time.replace('T00', 'T11');
      expect((await chart({ ...query, points: '10', end })).candles).toEqual(between);
    },
  );

  it('leaves out a first candle that is not whole, and says that the last one can still change', async () => {
    const symbol = newSymbol();
    await storeAt(api, symbol, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    const { candles } = await chart({ exchange: 'binance', symbol, interval: '4h' });
    expect(candles).toMatchObject([
      { open_time: '2024-01-01T04:00:00Z', is_closed: true },
      { open_time: '2024-01-01T08:00:00Z', is_closed: false },
    ]);
    const today = timeOf(Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR);
    const other = newSymbol();
    const answer = await api.post(CANDLES, candleBody({ symbol: other, interval: '1d', open_time: today }));
    expect(answer.status).toBe(201);
    const forming = await chart({ exchange: 'binance', symbol: other, interval: '1d' });
    expect(forming.candles).toMatchObject([{ open_time: today, is_closed: false }]);
  });

  it('marks corrected candles, with what they were and became', async () => {
    const symbol = newSymbol();
    await storeHours(api, symbol, 4);
    const open_time = '2024-01-01T01:00:00Z';
    for (const volume of ['7.10', '8']) {
      expect((await api.post(CANDLES, candleBody({ symbol, open_time, volume }))).status).toBe(201);
    }
    const query = { exchange: 'binance', symbol, interval: '1h' };
    const { candles, corrections, corrections_truncated } = await chart(query);
    expect(candles.map(({ volume }) => volume)).toEqual(['0', '8', '2', '3']);
    expect(candles).toMatchObject([{ corrected: false }, { corrected: true }, { corrected: false }, {}]);
    expect([corrections_truncated, corrections]).toMatchObject([
      false,
      [
        { open_time, before: { volume: '7.10' }, after: { volume: '8' } },
        { open_time, before: { volume: '1' }, after: { volume: '7.10' } },
      ],
    ]);
    const later = await chart({ ...query, start: '2024-01-01T02:00:00Z' });
    expect(later.corrections).toEqual([]);
    const longer = await chart({ ...query, interval: '4h' });
    expect(longer.candles).toMatchObject([{ corrected: true }]);
    expect(longer.corrections).toEqual(corrections);
  });

  it('lists the newest hundred corrections', async () => {
    await api.database.query(
      `update candlesticks set volume = volume + 1 where open_time <= '2000-06-01'
         and series_id = (select id from series where exchange = 'binance' and symbol = 'SPX')`,
    );
    const body = await chart({ ...steady, start: '2000-01-01T00:00:00Z', end: '2000-02-01T00:00:00Z' });
    expect([(body.corrections as unknown[]).length, body.corrections_truncated]).toEqual([100, true]);
  });

  it('has no candles where the range has none, and is 404 where nothing is stored', async () => {
    const empty = await chart({ start: '2021-01-01T00:00:00Z' });
    expect(empty).toMatchObject({ candles: [], bars_per_candle: 1, stored: { count: 5105 } });
    expect((await chart({ end: '1990-01-01T00:00:00Z' })).candles).toEqual([]);
    expect((await chart({ start: '2020-04-18T00:00:00Z', end: '2020-04-19T00:00:00Z' })).candles).toEqual([]);
    const { status, body } = await api.get(pathOf(CHART, { ...daily, symbol: 'NONE' }));
    expect([status, body.detail]).toEqual([404, 'No 1d candles of NONE on us are stored']);
    expect((await api.get(pathOf(CHART, { ...daily, interval: '1m' }))).status).toBe(404);
  });

  it.each([
    [{ points: '9' }, /points must be an integer from 10 to 5000/],
    [{ start: '2020-01-02T00:00:00Z', end: '2020-01-01T00:00:00Z' }, /start must not be after end/],
    [{ interval: '1w' }, /interval must be one of 1m/],
    [{ indicators: 'constructor' }, /no indicator: "constructor"; there are sma, ema, .*, such as sma:20/],
    [{ indicators: '' }, /indicators must/],
    [{ indicators: 'sma,rsi:0' }, /gives rsi the period "0": it must be an integer from .* to 2000 \(def/],
    [{ indicators: 'rsi:14:3' }, /gives "rsi:14:3" too many parameters: rsi has period, an integer from/],
    [{ indicators: 'obv:1' }, /obv has none/],
    [{ indicators: 'macd:26:12' }, /fast \(26\) must be below slow \(12\)/],
    [{ indicators: 'sma,'.repeat(9) }, /names 10 indicators; at most 8/],
  ])('refuses %j', async (query, detail) => {
    const { status, body } = await api.get(pathOf(CHART, { ...daily, ...query }));
    expect([status, body.detail]).toEqual([422, expect.stringMatching(detail)]);
  });
});
