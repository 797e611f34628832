import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { minuteAfterStart } from '../support/candles';
import { randomInteger, seededRandom } from '../support/random';
import { openStorage, type Storage } from '../support/storage';

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;
const RANDOM_CANDLES = 6_000;

/** Values at which a decoder of base-10000 digits or of doubles may stumble. */
const EDGES = [
  '0',
  '1',
  '9999',
  '10000',
  '10001',
  '0.1',
  '0.0001',
  '0.00001',
  '0.00000001',
  '0.000000000000000001',
  '99999999999999999999.999999999999999999',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '90071992547409.93',
  '0.9007199254740993',
  '1.7976931348623157',
  '100.50',
  '1.000000000000000000',
  '12340000000000000000',
  '100000000000000000',
  '0.30000000000000004',
  '4503599627370497.5',
  '8.41470984807896507',
  '10000000000000000.00000001',
];

function randomDecimal(random: () => number): string {
  const digits = (length: number) => Array.from({ length }, () => randomInteger(random, 0, 9)).join('');
  const whole = digits(randomInteger(random, 0, 20)).replace(/^0+/, '') || '0';
  const fraction = digits(randomInteger(random, 0, 18));
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The bits of a double, so that nothing but equality passes. */
function bitsOf(number: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16);
}

describe('loading candles as columns', () => {
  const random = seededRandom(5);
  let storage: Storage;
  let loader: CandleColumnsLoader;
  let seriesId: number;
  let texts: string[][];
  beforeAll(async () => {
    storage = await openStorage();
    loader = new CandleColumnsLoader(storage.dataSource);
    seriesId = await storage.series.idOf({ exchange: 'x', symbol: 'X', interval: '1m' });
    texts = [
      ...EDGES.map((edge) => FIELDS.map(() => edge)),
      ...Array.from({ length: RANDOM_CANDLES }, () => FIELDS.map(() => randomDecimal(random))),
    ];
    const column = (index: number) => texts.map((row) => row[index]);
    await storage.pool.query(
      `insert into candlesticks select $1, $2::timestamptz + make_interval(mins => ordinality::int - 1), o, h, l, c, v, true
       from unnest($3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[]) with ordinality as row (o, h, l, c, v)`,
      [seriesId, minuteAfterStart(0), ...FIELDS.map((_, index) => column(index))],
    );
  });
  afterAll(() => storage.close());

  function load(
    firstMinute: number,
    lastMinute: number,
    options: { seriesId?: number; signal?: AbortSignal } = {},
  ) {
    const span = {
      seriesId,
      from: minuteAfterStart(firstMinute),
      to: minuteAfterStart(lastMinute),
      ...options,
    };
    return loader.load(span, options.signal ?? new AbortController().signal);
  }

  it('gives the nearest double of every stored decimal, bit for bit', async () => {
    const columns = await load(0, texts.length);
    expect(columns.length).toBe(texts.length);
    const wrong: string[] = [];
    texts.forEach((row, candle) => {
      if (columns.openTime[candle] !== minuteAfterStart(candle).getTime()) wrong.push(`time ${candle}`);
      FIELDS.forEach((field, index) => {
        const loaded = columns[field][candle];
        if (bitsOf(loaded) !== bitsOf(Number(row[index]))) wrong.push(`${row[index]} became ${loaded}`);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('takes both bounds in, and answers empty columns where there is nothing', async () => {
    const times = [2, 3, 4].map((minute) => minuteAfterStart(minute).getTime());
    expect([...(await load(2, 4)).openTime]).toEqual(times);
    expect((await load(-10, -1)).length).toBe(0);
    expect((await load(4, 3)).length).toBe(0);
    expect((await load(0, 9, { seriesId: seriesId + 1 })).length).toBe(0);
  });

  it('finds where a warm-up begins', async () => {
    const end = minuteAfterStart(20);
    const from = async (minute: number, warmupBars: number) => {
      const span = await loader.spanOf(seriesId, { start: minuteAfterStart(minute), end, warmupBars });
      expect(span).toEqual({ ...span, seriesId, to: end });
      return span.from;
    };
    expect(await from(10, 3)).toEqual(minuteAfterStart(7));
    expect(await from(10, 0)).toEqual(minuteAfterStart(10));
    expect(await from(2, 50)).toEqual(minuteAfterStart(0));
    expect(await from(0, 5)).toEqual(minuteAfterStart(0));
  });

  it('rejects when it is aborted, before or while it loads', async () => {
    await expect(load(0, texts.length, { signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow(
      'stopping',
    );
    const controller = new AbortController();
    const loading = load(0, texts.length, { signal: controller.signal });
    controller.abort();
    await expect(loading).rejects.toThrow(/abort/i);
  });

  it('leaves the pool fit for the next after a failure', async () => {
    await expect(load(0, 1, { seriesId: NaN })).rejects.toThrow();
    expect((await load(0, 1)).length).toBe(2);
    expect(storage.pool.waitingCount).toBe(0);
  });
});
