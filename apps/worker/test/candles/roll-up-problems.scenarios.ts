import type { RolledWindow } from '../../src/roll-up/rolled-window';
import { INTERVAL_MINUTES, minuteCandle, minutesFrom, RollUpStage } from '../support/roll-up-stage';

const staying = new AbortController().signal;

describe('passes of the roll-up', () => {
  let stage: RollUpStage;
  beforeAll(async () => {
    stage = await RollUpStage.open();
  });
  beforeEach(() => {
    stage.log.length = 0;
  });
  afterAll(() => stage.close());

  const seriesOf = async (symbol: string) =>
    (
      await stage.query<{ interval: string }>(
        `select interval from series where symbol = $1 and interval <> '1m' order by id`,
        [symbol],
      )
    ).map(({ interval }) => interval);

  it('rolls up all others where one cannot be, by exchange and symbol, and tries that again after a pause', async () => {
    const worker = stage.worker({ ROLL_UPS: 'test:A/F,test:B/F,test:C/F' });
    for (const symbol of ['C/F', 'A/F', 'B/F'])
      await stage.store(
        symbol,
        minutesFrom(0, 15).map((minute) => minuteCandle(minute)),
      );
    await stage.query(`
      create function refuse_five_minutes() returns trigger language plpgsql as $$
      begin
        if new.series_id = (select id from series where symbol = 'A/F' and interval = '5m') then
          raise exception 'no room for five minutes';
        end if;
        return new;
      end $$;
      create trigger refuse_five_minutes before insert on candlesticks for each row execute function refuse_five_minutes()`);
    const failures = () =>
      stage.query<{ interval: string; reason: string; failures: number; pause: number }>(
        `select interval, reason, failures, extract(epoch from retry_at - failed_at)::float8 as pause from roll_up_failures`,
      );
    const retryAt = (time: string) => stage.query(`update roll_up_failures set retry_at = ${time}`);

    await worker.roll(staying);
    expect([await seriesOf('A/F'), await seriesOf('B/F')]).toEqual([
      ['3m', '15m'],
      ['3m', '5m', '15m'],
    ]);
    const order = await stage.query<{ symbol: string }>(
      `select symbol from series where symbol in ('A/F', 'B/F', 'C/F') and interval = '3m' order by id`,
    );
    expect(order.map(({ symbol }) => symbol)).toEqual(['A/F', 'B/F', 'C/F']);
    const failure = { interval: '5m', reason: 'no room for five minutes', failures: 1 };
    expect(await failures()).toEqual([{ ...failure, pause: expect.any(Number) }]);
    expect((await failures())[0].pause).toBeLessThanOrEqual(2);
    const named = { exchange: 'test', symbol: 'A/F', interval: '5m' };
    expect(stage.warnings()).toMatchObject([{ ...named, failures: 1 }]);

    await retryAt(`now() + interval '1 hour'`);
    await worker.roll(staying);
    expect(await failures()).toMatchObject([{ failures: 1 }]);
    await retryAt('now()');
    await worker.roll(staying);
    expect(await failures()).toMatchObject([{ failures: 2 }]);
    expect((await failures())[0].pause).toBeLessThanOrEqual(4);
    expect(await seriesOf('A/F')).toEqual(['3m', '15m']);
    const counted = 'failures{exchange="test",symbol="A/F",interval="5m"}';
    expect([await stage.metric(counted), await stage.metric('failing')]).toEqual([2, 1]);

    await stage.query('drop trigger refuse_five_minutes on candlesticks');
    await retryAt('now()');
    await worker.roll(staying);
    expect(await failures()).toEqual([]);
    expect(await stage.candlesOf('A/F', '5m')).toEqual(await stage.expectedOf('candlesticks', 'A/F', 5));
    expect([await stage.metric(counted), await stage.metric('failing')]).toEqual([2, 0]);
  });

  it('skips and names a candle whose volume leaves the numbers that are stored, until it is corrected', async () => {
    const worker = stage.worker({ ROLL_UPS: 'test:V/F' });
    const most = { volume: '99999999999999999999' };
    await stage.store(
      'V/F',
      minutesFrom(0, 15).map((minute) => minuteCandle(minute, minute === 1 || minute === 2 ? most : {})),
    );
    await worker.roll(staying);
    // The database sums what a candle cannot hold: those below are the ones without it.
    const sums = async (minutes: number) => (await stage.expectedOf('candlesticks', 'V/F', minutes)).slice(1);
    expect(await stage.candlesOf('V/F', '3m')).toEqual(await sums(3));
    expect(await stage.candlesOf('V/F', '5m')).toEqual(await sums(5));
    expect(await seriesOf('V/F')).toEqual(['3m', '5m']);
    const skipped = await stage.skipsOf('V/F');
    expect(skipped).toMatchObject([
      { interval: '15m', minute: 0, cause: 'out_of_domain' },
      { interval: '3m', minute: 0, cause: 'out_of_domain' },
      { interval: '5m', minute: 0, cause: 'out_of_domain' },
    ]);
    expect(skipped[1].reason).toMatch(
      /^Of its 3 candles of 1m: volume 199999999999999999999 must be .*20 digits/,
    );
    const warned = stage.warnings();
    expect(warned.map(({ interval }) => interval)).toEqual(['3m', '5m', '15m']);
    expect(warned[0].candles).toEqual([expect.stringMatching(/^2024-03-01T00:00:00Z: .*volume/)]);
    const counted = 'skipped{exchange="test",symbol="V/F",interval="15m",cause="out_of_domain"}';
    expect(await stage.metric(counted)).toBe(1);
    expect(await stage.query('select from roll_up_failures')).toEqual([]);

    // What is known is not reported again, by no worker.
    await stage.store('V/F', [minuteCandle(15)]);
    await worker.roll(staying);
    await stage.worker({ ROLL_UPS: 'test:V/F' }).roll(staying);
    expect(stage.warnings()).toHaveLength(3);

    await stage.store('V/F', [minuteCandle(1), minuteCandle(2)]);
    await stage.worker({ ROLL_UPS: 'test:V/F' }).roll(staying);
    expect(await stage.skipsOf('V/F')).toEqual([]);
    for (const [interval, minutes] of INTERVAL_MINUTES.slice(0, 3)) {
      expect(await stage.candlesOf('V/F', interval)).toEqual(
        await stage.expectedOf('candlesticks', 'V/F', minutes),
      );
    }
  });

  it('writes no candle that retention would delete at once, and goes on with the longer intervals', async () => {
    await stage.store(
      'K/F',
      minutesFrom(0, 15).map((minute) => minuteCandle(minute)),
    );
    await stage.worker({ ROLL_UPS: 'test:K/F', RETENTION_DAYS: '3m=1' }).roll(staying);
    expect(await seriesOf('K/F')).toEqual(['5m', '15m']);
    expect(stage.warnings()).toEqual([]);
  });

  it('ends with the window it is at when the process stops: no other interval, no other series', async () => {
    for (const symbol of ['A/B', 'C/B']) {
      await stage.store(
        symbol,
        minutesFrom(0, 60).map((minute) => minuteCandle(minute)),
      );
    }
    const stopping = new AbortController();
    const windows: string[] = [];
    const window: Pick<RolledWindow, 'roll'> = {
      roll: ({ symbol }, { interval }) => {
        windows.push(`${symbol} ${interval}`);
        stopping.abort();
        return Promise.resolve();
      },
    };
    await stage.worker({ ROLL_UPS: 'test:A/B,test:C/B' }, window).roll(stopping.signal);
    expect(windows).toEqual(['A/B 3m']);
  });
});
