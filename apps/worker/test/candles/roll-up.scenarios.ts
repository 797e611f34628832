import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { JobStage } from '../support/job-stage';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const MINUTE_MILLISECONDS = 60_000;
const DAY_MINUTES = 1_440;
const START = Date.parse('2024-03-01T00:00:00Z');

/** Numbers with different digits after the point, so that a sum of them shows whether it was made of text. */
function minuteCandle(minute: number): CandleToWrite {
  const price = (offset: number) =>
    `${100 + ((minute * 7 + offset * 13) % 50)}.${'5'.repeat((minute + offset) % 3)}5`;
  const [open, close] = [price(1), price(2)];
  const [low, high] = [open, close, price(3)]
    .sort((a, b) => Number(a) - Number(b))
    .filter((_, index) => index !== 1);
  const openTime = new Date(START + minute * MINUTE_MILLISECONDS);
  return { openTime, open, high, low, close, volume: `0.${'0'.repeat(minute % 9)}${(minute % 97) + 1}` };
}

describe('the roll-up of minutes', () => {
  let stage: JobStage;
  let worker: ServiceProcess;

  beforeAll(async () => {
    stage = await sharedStage();
    worker = await stage.startWorker({
      ROLL_UPS: 'binance:A/B,binance:F/B,binance:H/B,binance:O/B,binance:N/B,binance:S/B,binance:U/B',
    });
  });

  const store = (symbol: string, minutes: readonly number[]) =>
    stage.store({ exchange: 'binance', symbol, interval: '1m' }, minutes.map(minuteCandle));

  /** An hour of minutes; the last one is a feed's that was not confirmed. */
  const storeLastMinute = (symbol: string) =>
    stage.store({ exchange: 'binance', symbol, interval: '1m' }, [
      ...minutesFrom(0, 59).map(minuteCandle),
      { ...minuteCandle(59), isClosed: false },
    ]);

  const minutesFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => first + index);

  const storedOf = (symbol: string, interval: string) =>
    stage.query<{ minute: number }>(
      `select (extract(epoch from open_time - $3::timestamptz) / 60)::integer as minute, open::text, high::text, low::text,
              close::text, volume::text, is_closed
       from candlesticks join series on series.id = series_id
       where symbol = $1 and interval = $2 order by open_time`,
      [symbol, interval, new Date(START)],
    );

  /** The database's own arithmetic over the stored minutes, in buckets that have them all. */
  const expectedOf = (symbol: string, minutes: number) =>
    stage.query(
      `select (extract(epoch from bucket - $3::timestamptz) / 60)::integer as minute,
              (array_agg(open order by open_time))[1]::text as open, max(high)::text as high, min(low)::text as low,
              (array_agg(close order by open_time desc))[1]::text as close, sum(volume)::text as volume, true as is_closed
       from (
         select *, date_bin(make_interval(mins => $2), open_time, '1970-01-01T00:00:00Z') as bucket
         from candlesticks where series_id = (select id from series where symbol = $1 and interval = '1m')
       ) candle
       group by bucket having count(*) = $2 order by bucket`,
      [symbol, minutes, new Date(START)],
    );

  const untilRolled = (symbol: string, interval: string, count: number) =>
    eventually(
      `${count} candles of ${interval}`,
      () => storedOf(symbol, interval),
      (rows) => rows.length === count,
    );

  // Numerically equal highs may be written differently ("100.5" and "100.50"): each minute's digits differ by price here.
  it('makes every longer candle that is complete, as the database reckons it', async () => {
    await store('A/B', minutesFrom(0, 3 * DAY_MINUTES + 100));
    await untilRolled('A/B', '1d', 3);
    for (const [interval, minutes] of [
      ['3m', 3],
      ['5m', 5],
      ['15m', 15],
      ['30m', 30],
      ['1h', 60],
      ['2h', 120],
      ['4h', 240],
      ['6h', 360],
      ['12h', 720],
      ['1d', 1_440],
    ] as const) {
      const expected = await expectedOf('A/B', minutes);
      expect(expected.length).toBe(Math.floor((3 * DAY_MINUTES + 100) / minutes));
      expect(await untilRolled('A/B', interval, expected.length)).toEqual(expected);
    }
  });

  it('goes on with new minutes, and follows a correction of old ones', async () => {
    await store('A/B', minutesFrom(3 * DAY_MINUTES + 100, 20));
    await untilRolled('A/B', '1h', 74);
    const corrected = { ...minuteCandle(200), high: '999.99', volume: '7' };
    await stage.store({ exchange: 'binance', symbol: 'A/B', interval: '1m' }, [corrected]);
    for (const interval of ['3m', '1h', '1d']) {
      await eventually(
        `${interval} follows`,
        () => storedOf('A/B', interval),
        (rows) => JSON.stringify(rows).includes('999.99'),
      );
    }
    expect(await storedOf('A/B', '1h')).toEqual(await expectedOf('A/B', 60));
  });

  it('leaves out what lacks a minute until that comes in, or is known not to have been traded', async () => {
    await store('H/B', [...minutesFrom(0, 65), ...minutesFrom(66, 60), ...minutesFrom(127, 60)]);
    expect((await untilRolled('H/B', '1h', 1)).map(({ minute }) => minute)).toEqual([0]);
    await store('H/B', [65]);
    expect((await untilRolled('H/B', '1h', 2)).map(({ minute }) => minute)).toEqual([0, 60]);
    await stage.query(
      `insert into confirmed_gaps select id, $1, $1, 2, now() from series where symbol = 'H/B' and interval = '1m'`,
      [new Date(START + 126 * MINUTE_MILLISECONDS)],
    );
    expect((await untilRolled('H/B', '1h', 3)).map(({ minute }) => minute)).toEqual([0, 60, 120]);
  });

  it('leaves a series alone that has candles from elsewhere, and symbols that were not chosen', async () => {
    const own = { ...minuteCandle(0), volume: '123' };
    await stage.store({ exchange: 'binance', symbol: 'O/B', interval: '5m' }, [own]);
    await store('C/B', minutesFrom(0, 60));
    await store('O/B', minutesFrom(0, 60));
    await untilRolled('O/B', '1h', 1);
    expect(await storedOf('O/B', '5m')).toMatchObject([{ minute: 0, volume: '123' }]);
    expect(await storedOf('C/B', '1h')).toEqual([]);
  });

  it('makes a longer series only when there is a candle to write to it', async () => {
    const intervals = async () =>
      (
        await stage.query<{ interval: string }>(
          `select interval from series where symbol = 'N/B' and interval <> '1m' order by id`,
          [],
        )
      ).map(({ interval }) => interval);
    await store('N/B', minutesFrom(0, 16));
    // Intervals are read from the shortest on, so whatever is made at once is there by the second run.
    await untilRolled('N/B', '15m', 1);
    await store('N/B', minutesFrom(16, 2));
    await untilRolled('N/B', '3m', 6);
    expect(await intervals()).toEqual(['3m', '5m', '15m']);
    await store('N/B', minutesFrom(18, 42));
    expect(await untilRolled('N/B', '1h', 1)).toEqual(await expectedOf('N/B', 60));
    expect(await intervals()).toEqual(['3m', '5m', '15m', '30m', '1h']);
  });

  it('takes a minute for closed that was over long ago and stayed marked as open', async () => {
    await storeLastMinute('U/B');
    await stage.query(
      `update candlesticks set is_closed = null from series where series.id = series_id and symbol = 'U/B' and not is_closed`,
    );
    expect(await untilRolled('U/B', '1h', 1)).toEqual(await expectedOf('U/B', 60));
  });

  it('leaves out what lacks a minute that its feed has not confirmed, with a warning, until it is confirmed', async () => {
    await storeLastMinute('F/B');
    await worker.printed(
      /1m candles of F\/B left out, because binance has not confirmed .*: 1 \(2024-03-01T00:59:00Z\)/,
    );
    await store('F/B', minutesFrom(60, 60));
    expect(await untilRolled('F/B', '1h', 1)).toMatchObject([{ minute: 60 }]);
    await store('F/B', [59]);
    expect(await untilRolled('F/B', '1h', 2)).toEqual(await expectedOf('F/B', 60));
  });

  it('writes what was let in as minutes, however far it is off', async () => {
    const minutes = minutesFrom(0, 300).map((minute) => {
      const price = minute >= 150 && minute < 155 ? '99999' : '100';
      return { ...minuteCandle(minute), open: price, high: price, low: price, close: price };
    });
    const name = { exchange: 'binance', symbol: 'S/B', interval: '1m' } as const;
    await stage.store(name, minutes, { allowOutliers: true });
    expect(await untilRolled('S/B', '5m', 60)).toEqual(await expectedOf('S/B', 5));
    expect(await stage.query('select from quarantined_candles where symbol = $1', ['S/B'])).toEqual([]);
  });
});
