import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { INTERVAL_MINUTES, minuteCandle, minutesFrom, RollUpStage, timeOf } from '../support/roll-up-stage';

const staying = new AbortController().signal;

describe('a correction at the beginning of what retention left', () => {
  let stage: RollUpStage;
  beforeAll(async () => {
    stage = await RollUpStage.open();
  });
  beforeEach(() => {
    stage.log.length = 0;
  });
  afterAll(() => stage.close());

  const rolledOf = async (symbol: string) =>
    Object.fromEntries(
      await Promise.all(
        INTERVAL_MINUTES.map(
          async ([interval]) => [interval, await stage.candlesOf(symbol, interval)] as const,
        ),
      ),
    );

  const DAY = 1_440;
  /** Two days, all rolled up; then the minutes before `left` are deleted, as retention does it. */
  const cutOff = async (symbol: string, left: number) => {
    await stage.store(
      symbol,
      minutesFrom(0, 2 * DAY).map((minute) => minuteCandle(minute)),
    );
    const worker = stage.worker({ ROLL_UPS: `test:${symbol}` });
    await worker.roll(staying);
    const table = `whole_${symbol.slice(0, 1).toLowerCase()}`;
    await stage.query(
      `create table ${table} as select candlesticks.* from candlesticks join series on series.id = series_id
       where symbol = '${symbol}' and interval = '1m'`,
    );
    await stage.query(
      `with old as (
         delete from candlesticks using series
         where series.id = series_id and symbol = '${symbol}' and interval = '1m' and open_time < '${timeOf(left).toISOString()}'
       ) update series set version = version + 1, candle_count = candle_count - ${left},
           first_open_time = '${timeOf(left).toISOString()}' where symbol = '${symbol}' and interval = '1m'`,
    );
    const correct = async (minute: number, fields: Partial<CandleToWrite>) => {
      await stage.store(symbol, [minuteCandle(minute, fields)]);
      await stage.query(
        `update ${table} set high = coalesce($2, high), volume = coalesce($3, volume) where open_time = $1`,
        [timeOf(minute), fields.high, fields.volume],
      );
      await worker.roll(staying);
    };
    /** What all minutes make, the deleted ones included. */
    const whole = async () =>
      Object.fromEntries(
        await Promise.all(
          INTERVAL_MINUTES.map(
            async ([interval, minutes]) =>
              [interval, await stage.expectedOf(table, symbol, minutes)] as const,
          ),
        ),
      );
    return { correct, whole };
  };

  it('reaches the candles that lost minutes, through the longest shorter ones that have them', async () => {
    const { correct, whole } = await cutOff('R/F', 9 * 60 + 30);
    for (const minute of [9 * 60 + 31, 10 * 60 + 7, 13 * 60 + 5, DAY + 1]) {
      await correct(minute, { high: `${500 + minute}.25`, volume: '1234.5' });
      expect(await rolledOf('R/F')).toEqual(await whole());
    }
    expect(await stage.skipsOf('R/F')).toEqual([]);
  });

  it('reaches none where it cannot reach all, and says so', async () => {
    // 09:31: the 3m candle of 09:30 and the 5m candle of 09:30 lost a minute that nothing shorter has.
    const { correct, whole } = await cutOff('S/F', 9 * 60 + 31);
    const before = await rolledOf('S/F');
    stage.log.length = 0;
    await correct(9 * 60 + 34, { high: '999.25' });
    expect(await rolledOf('S/F')).toEqual(before);
    const skips = await stage.skipsOf('S/F');
    expect(new Set(skips.map(({ cause }) => cause))).toEqual(new Set(['base_deleted']));
    expect(skips[0].reason).toMatch(/before 2024-03-01T09:\d5:00Z are not followed/);
    expect(Object.fromEntries(skips.map(({ interval, minute }) => [interval, minute]))).toEqual({
      '3m': 573,
      '5m': 570,
      '15m': 570,
      '30m': 570,
      '1h': 540,
      '2h': 480,
      '4h': 480,
      '6h': 360,
      '12h': 0,
      '1d': 0,
    });
    const warned = stage.warnings();
    expect(warned.map(({ symbol, interval }) => [symbol, interval])).toEqual(
      INTERVAL_MINUTES.map(([interval]) => ['S/F', interval]),
    );
    expect(
      await stage.metric('skipped{exchange="test",symbol="S/F",interval="1d",cause="base_deleted"}'),
    ).toBe(1);

    // Later minutes still reach all of them; the one before stays out of all.
    await correct(12 * 60 + 10, { high: '888.25' });
    await stage.query(`update whole_s set high = '160' where open_time = $1`, [timeOf(9 * 60 + 34)]);
    expect(await rolledOf('S/F')).toEqual(await whole());
  });
});
