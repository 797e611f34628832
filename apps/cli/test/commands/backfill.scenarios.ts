import { once } from 'node:events';
import { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import { type ConnectedDatabase, connectTo, createTestDatabase } from '../../../../test/test-database';
import { lineOf, simulatedLines } from '../support/candle-lines';
import { runCli } from '../support/run-cli';
import { startCli } from '../support/start-cli';

const MINUTE = 60_000;
const FROM = Date.UTC(2024, 0, 1);

describe('backfill', () => {
  let database: ConnectedDatabase;

  beforeAll(async () => {
    database = await connectTo(await createTestDatabase());
  });
  afterAll(() => database.drop());

  function wordsFor(symbol: string, ...further: string[]): string[] {
    return ['backfill', '--exchange', 'sim', '--symbol', symbol, '--interval', '1m', ...further];
  }

  function runBackfill(symbol: string, ...further: string[]) {
    return runCli(wordsFor(symbol, ...further), { DATABASE_URL: database.url });
  }

  async function storedLines(symbol: string): Promise<string[]> {
    const { rows } = await database.client.query<{ line: string }>(
      `select concat_ws(',', extract(epoch from open_time)::bigint * 1000, open, high, low, close, volume, is_closed) as line
       from candlesticks join series on series.id = series_id where symbol = $1 order by open_time`,
      [symbol],
    );
    return rows.map(({ line }) => line);
  }

  it('stores the history digit for digit, both ends included, and fetches nothing a second time', async () => {
    const range = ['--from', '2024-01-01', '--to', '2024-01-01T23:59:00Z', '--json'];
    const variables = { DATABASE_URL: database.url };
    const first = await startCli(wordsFor('SIM-A/USDT', ...range), variables).result;

    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      exchange: 'sim',
      symbol: 'SIM-A/USDT',
      interval: '1m',
      from: '2024-01-01T00:00:00Z',
      to: '2024-01-01T23:59:00Z',
      fetched: 1_440,
      inserted: 1_440,
      updated: 0,
      unchanged: 0,
      quarantined: 0,
      level_shifts: [],
      missing: 0,
      first_missing: [],
      seconds: expect.any(Number),
    });
    expect(await storedLines('SIM-A/USDT')).toEqual(await simulatedLines('SIM-A/USDT', FROM, 1_440));

    // The date alone means the whole of that day: the same candles.
    const second = await runBackfill('SIM-A/USDT', '--from', '2024-01-01', '--to', '2024-01-01', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ fetched: 0, inserted: 0, missing: 0 });
  });

  it('does not fetch what is older than it is kept', async () => {
    const words = wordsFor('SIM-A/USDT', '--from', '2024-01-01', '--json');
    const result = await runCli(words, { DATABASE_URL: database.url, RETENTION_DAYS: '1m=90' });
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/--from must not be before \d.*: 1m candles are kept for 90 days/),
    });
  });

  it('fetches what is missing in the middle, and what was stored before it was over', async () => {
    const deleted = await database.client.query(
      `delete from candlesticks where open_time between '2024-01-01T03:00Z' and '2024-01-01T03:09Z'
         and series_id = (select id from series where symbol = 'SIM-A/USDT')`,
    );
    expect(deleted.rowCount).toBe(10);
    await database.client.query(
      `update candlesticks set close = open, is_closed = false where open_time = '2024-01-01T20:00Z'
         and series_id = (select id from series where symbol = 'SIM-A/USDT')`,
    );
    const range = ['--from', '2024-01-01', '--to', '2024-01-01', '--json'];
    const { stdout } = await runBackfill('SIM-A/USDT', ...range);

    expect(JSON.parse(stdout)).toMatchObject({ fetched: 11, inserted: 10, updated: 1, missing: 0 });
    expect(await storedLines('SIM-A/USDT')).toEqual(await simulatedLines('SIM-A/USDT', FROM, 1_440));
  });

  it('goes on after an interruption, and fetches nothing twice', async () => {
    const days = 20;
    const range = ['--from', '2024-01-01', '--to', `2024-01-${days}`];
    const running = startCli(wordsFor('SIM-B/USDT', ...range), { DATABASE_URL: database.url });
    // The first line shows that it is under way.
    await once(running.process.stderr, 'data');
    running.process.kill('SIGINT');
    const interrupted = await running.result;
    expect(interrupted.exitCode).toBe(130);
    expect(interrupted.stderr).toMatch(
      /Interrupted at 2024-01-\d+T.*The same command again goes on from there/,
    );
    const before = (await storedLines('SIM-B/USDT')).length;
    expect(before).toBeLessThan(days * 1_440);

    const { exitCode, stdout } = await runBackfill('SIM-B/USDT', ...range, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ fetched: days * 1_440 - before, missing: 0 });
    expect(await storedLines('SIM-B/USDT')).toEqual(await simulatedLines('SIM-B/USDT', FROM, days * 1_440));
    // Of each run at most a page one by one, and one event of the rest.
    const { rows } = await database.client.query<{ loads: number; candles: number }>(
      `select count(*) filter (where loaded is not null)::int as loads, sum(coalesce(loaded, event_count))::int as candles
       from (select *, (content -> 0 ->> 'inserted')::int as loaded from events) event where symbol = 'SIM-B/USDT'`,
    );
    expect(rows).toEqual([{ loads: before > 1_000 ? 2 : 1, candles: days * 1_440 }]);
  });

  it('leaves out the candle that is not over', async () => {
    const from = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * MINUTE;
    const { exitCode } = await runBackfill('SIM-A/USDT:USDT', '--from', String(from));

    expect(exitCode).toBe(0);
    const lines = await storedLines('SIM-A/USDT:USDT');
    expect(lines).toEqual(await simulatedLines('SIM-A/USDT:USDT', from, lines.length));
    // Five, or six or four when a minute closed meanwhile or had only just begun.
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(lines.length).toBeLessThanOrEqual(6);
  });

  // Nothing is traded from 05:00 to 06:59, 120 minutes.
  it.each([
    { most: 1, symbol: 'BTC/USDT', from: '2024-01-01T04:50:00Z', to: '2024-01-01T07:00:00Z', stored: 11 },
    { most: 100, symbol: 'ETH/USDT', from: '2024-01-01', to: '2024-01-02T00:00:00Z', stored: 1_441 - 120 },
  ])('stores all from an exchange that answers $most candles a request', async (range) => {
    const isQuiet = (_: string, minute: number) =>
      minute >= FROM + 300 * MINUTE && minute < FROM + 420 * MINUTE;
    const exchange = await FakeExchange.start('binance', {
      first: FROM,
      now: FROM + 1_500 * MINUTE,
      isQuiet,
    });
    exchange.mostCandlesPerPage = range.most;
    const words = ['backfill', '--exchange', 'binance', '--symbol', range.symbol, '--interval', '1m'];
    const { exitCode, stdout } = await runCli([...words, '--from', range.from, '--to', range.to, '--json'], {
      DATABASE_URL: database.url,
      EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
    });
    await exchange.stop();

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      missing: 120,
      first_missing: [{ from: '2024-01-01T05:00:00Z', to: '2024-01-01T06:59:00Z' }],
    });
    expect(await storedLines(range.symbol)).toHaveLength(range.stored);
  });

  it.each([-300, 300])(
    'stores what has closed by the clock of an exchange that is %i s ahead',
    async (ahead) => {
      const exchange = await FakeExchange.start('binance', { now: Date.now() + ahead * 1_000 });
      await exchange.tick(30);
      const from = exchange.market.now - 30_000 - 10 * MINUTE;
      const words = ['backfill', '--exchange', 'binance', '--symbol', 'BTC/USDT:USDT', '--interval', '1m'];
      const { exitCode, stdout } = await runCli([...words, '--from', String(from), '--json'], {
        DATABASE_URL: database.url,
        EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
      });
      await exchange.stop();

      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ fetched: 10, missing: 0 });
      const closed = exchange.market.closedCandles('BTC/USDT:USDT', '1m').slice(-10);
      const stored = (await storedLines('BTC/USDT:USDT')).filter((line) => line >= String(from));
      expect(stored).toEqual(closed.map(lineOf));
    },
  );

  it('ends with the reason where the exchange does not answer its time', async () => {
    const exchange = await FakeExchange.start('binance');
    exchange.answerNext({ body: { serverTime: 'noon' } });
    const words = ['backfill', '--exchange', 'binance', '--symbol', 'ETH/USDT', '--interval', '1m'];
    const { exitCode, stderr } = await runCli([...words, '--from', '2024-01-01'], {
      DATABASE_URL: database.url,
      EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
    });
    await exchange.stop();

    expect(exitCode).toBe(1);
    expect(stderr).toContain('binance answered no readable time');
  });

  it('reports what the exchange does not have, and fills nothing in', async () => {
    // The simulation's first trade is on 2017-01-01.
    const range = ['--from', '2016-12-31T23:00:00Z', '--to', '2017-01-01T00:59:00Z'];
    const { exitCode, stdout } = await runBackfill('SIM-B/USDT:USDT', ...range);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('60 candles are not there, the exchange did not have them:');
    expect(stdout).toContain('  2016-12-31T23:00:00Z to 2016-12-31T23:59:00Z');
    expect(await storedLines('SIM-B/USDT:USDT')).toHaveLength(60);
  });

  it('does not say of a candle in quarantine that the exchange did not have it', async () => {
    const times = { first: FROM, now: FROM + 100 * MINUTE };
    const isQuiet = (_: string, minute: number) => minute === FROM + 3 * MINUTE;
    const exchange = await FakeExchange.start('binance', { ...times, isQuiet });
    exchange.mostCandlesPerPage = 6;
    exchange.corrupt('zero price', 'requests');
    const words = ['backfill', '--exchange', 'binance', '--symbol', 'TINY/USDT', '--interval', '1m'];
    words.push('--from', '2024-01-01', '--to', '2024-01-01T00:19:00Z');
    const { exitCode, stdout } = await runCli(words, {
      DATABASE_URL: database.url,
      EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
    });
    await exchange.stop();

    expect(exitCode).toBe(2);
    // The sixth candle of the first page is that of 00:06.
    expect(stdout.split('\n').slice(1)).toEqual([
      '1 candles are in quarantine, because they broke a rule or jump; market-data/quarantine lists them:',
      '  2024-01-01T00:06:00Z',
      '1 candles are not there, the exchange did not have them:',
      '  2024-01-01T00:03:00Z to 2024-01-01T00:03:00Z',
      '',
    ]);
    expect(await storedLines('TINY/USDT')).toHaveLength(18);
  });

  it.each([
    [['--exchange', 'sim', '--symbol', 'BTC/USDT', '--from', '2024-01-01'], 'sim has no BTC/USDT'],
    [
      ['--exchange', 'nowhere', '--symbol', 'BTC/USDT', '--from', '2024-01-01'],
      'no exchange is called nowhere',
    ],
    [['--exchange', 'sim', '--symbol', 'SIM-A/USDT', '--from', '2024-02-30'], 'It must be a day such as'],
    [
      ['--exchange', 'sim', '--symbol', 'SIM-A/USDT', '--from', '2024-01-02', '--to', '2024-01-01'],
      'There is no closed candle between',
    ],
  ])('refuses %j and says why', async (words, reason) => {
    const { exitCode, stderr } = await runCli(['backfill', '--interval', '1m', ...words], {
      DATABASE_URL: database.url,
    });

    expect(exitCode).toBe(1);
    expect(stderr).toContain(reason);
  });
});
