import { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import { type ConnectedDatabase, connectTo, createTestDatabase } from '../../../../test/test-database';
import { runCli } from '../support/run-cli';
import { startCli } from '../support/start-cli';

const SWAP = 'BTC/USDT:USDT';
const HOUR = 3_600_000;
const FIRST = Date.UTC(2023, 0, 1);
const NOW = Date.UTC(2024, 0, 1, 1);
const TIMEOUT_MILLISECONDS = 30_000;

jest.setTimeout(TIMEOUT_MILLISECONDS);

describe('backfill-funding', () => {
  let exchange: FakeExchange;
  let database: ConnectedDatabase;

  beforeAll(async () => {
    // A year of payments every eight hours: 1,096 with both ends, more than one request answers.
    exchange = await FakeExchange.start('binance', { first: FIRST, now: NOW });
    database = await connectTo(await createTestDatabase());
  });
  beforeEach(async () => {
    await database.client.query('truncate funding_rates');
    exchange.requests.length = 0;
  });
  afterAll(async () => {
    await database.drop();
    await exchange.stop();
  });

  const environment = () => ({
    DATABASE_URL: database.url,
    EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
  });
  const words = (...further: string[]) =>
    ['backfill-funding', '--exchange', 'binance', '--symbol', SWAP].concat(further);
  const run = (...further: string[]) => runCli(words(...further), environment());
  const start = (...further: string[]) => startCli(words(...further), environment());

  async function stored(): Promise<{ time: number; rate: string }[]> {
    const { rows } = await database.client.query<{ time: string; rate: string }>(
      `select extract(epoch from funding_time) * 1000 as time, funding_rate as rate from funding_rates
       where exchange = 'binance' and symbol = $1 order by funding_time`,
      [SWAP],
    );
    return rows.map(({ time, rate }) => ({ time: Number(time), rate }));
  }

  /** What the exchange settled in a span, at the full hours that its stamps mean. */
  const settled = (from: number, to: number) =>
    exchange.market
      .funding(SWAP)
      .map(({ fundingTime, fundingRate }) => ({
        time: Math.round(fundingTime / HOUR) * HOUR,
        rate: fundingRate,
      }))
      .filter(({ time }) => time >= from && time <= to);

  it('stores the whole history digit for digit, page by page', async () => {
    const { exitCode, stdout, stderr } = await start('--from', '2023-01-01', '--json').result;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      exchange: 'binance',
      symbol: SWAP,
      from: '2023-01-01T00:00:00Z',
      read: 1_096,
      inserted: 1_096,
      updated: 0,
      unchanged: 0,
    });
    const all = await stored();
    expect(all).toHaveLength(1_096);
    expect(all).toEqual(settled(FIRST, NOW));
    const requested = exchange.requests.filter((path) => path.includes('fundingRate'));
    expect(requested.length).toBeGreaterThanOrEqual(2);
  });

  it('stores a span with both its bounds; a day is meant whole', async () => {
    const { stdout } = await run('--from', '2023-05-01T08:00:00Z', '--to', '2023-05-02');
    expect(stdout).toMatch(
      /^binance BTC\/USDT:USDT: 5 rows in [\d.]+ s \(5 inserted, 0 updated, 0 unchanged\)$/m,
    );
    // 1 May 08:00 and 16:00, 2 May 00:00, 08:00 and 16:00.
    expect(await stored()).toEqual(settled(Date.UTC(2023, 4, 1, 8), Date.UTC(2023, 4, 2, 23)));
  });

  it('changes nothing when it runs again, and replaces what another source stamped or reported otherwise', async () => {
    await run('--from', '2023-05-01', '--to', '2023-05-01');
    const before = await stored();
    await database.client.query(
      `update funding_rates set funding_rate = 0.5 where funding_time = '2023-05-01T08:00:00Z'`,
    );
    await database.client.query(
      `update funding_rates set funding_time = funding_time + interval '17 milliseconds'
       where funding_time = '2023-05-01T16:00:00Z'`,
    );
    const { stdout } = await run('--from', '2023-05-01', '--to', '2023-05-01', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ read: 3, inserted: 0, updated: 2, unchanged: 1 });
    expect(await stored()).toEqual(before);
  });

  it('waits and retries when the exchange limits its rate', async () => {
    exchange.answerNext('too many requests');
    const { exitCode, stderr } = await run('--from', '2023-12-31');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/requesting again in [\d.]+ s/);
    expect(await stored()).toEqual(settled(Date.UTC(2023, 11, 31), NOW));
  });

  it('says when it is interrupted, and goes on with the same command', async () => {
    exchange.stall.requests = true;
    try {
      const running = start('--from', '2023-12-01');
      await exchange.until(({ requests }) => requests.length > 0, 'it has sent a request');
      running.process.kill('SIGINT');
      const { exitCode, stderr } = await running.result;
      expect(exitCode).toBe(130);
      expect(stderr).toMatch(/^Interrupted\. The same command again goes on from there\.$/m);
    } finally {
      exchange.stall.requests = false;
    }
    expect((await run('--from', '2023-12-01')).exitCode).toBe(0);
    expect(await stored()).toEqual(settled(Date.UTC(2023, 11, 1), NOW));
  });

  it.each([
    [['--from', '2023-13-01'], /It must be a day such as/],
    [['--from', '2023-05-02', '--to', '2023-05-01'], /--from must not be after --to/],
    [['--from', '2999-01-01'], /nor after now/],
    [[], /required option '--from <time>'/],
  ])('does not run with %j', async (further, message) => {
    const { exitCode, stderr } = await run(...further);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(message) });
    expect(exchange.requests).toEqual([]);
  });

  it('names what the exchange does not have, and an exchange that there is not', async () => {
    const noSymbol = [
      'backfill-funding',
      '--exchange',
      'binance',
      '--symbol',
      'NO/SUCH:SWAP',
      '--from',
      '2023-01-01',
    ];
    expect(await runCli(noSymbol, environment())).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('NO/SUCH:SWAP'),
    });
    const noExchange = [
      'backfill-funding',
      '--exchange',
      'nowhere',
      '--symbol',
      SWAP,
      '--from',
      '2023-01-01',
    ];
    expect(await runCli(noExchange, environment())).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('nowhere'),
    });
  });

  it('fetches from the simulation without a network', async () => {
    const simulated = ['backfill-funding', '--exchange', 'sim', '--symbol', 'SIM-A/USDT:USDT'];
    const span = ['--from', '2024-01-01', '--to', '2024-01-02', '--json'];
    const { exitCode, stdout } = await runCli([...simulated, ...span], { DATABASE_URL: database.url });
    expect(exitCode).toBe(0);
    // Every eight hours of two days.
    expect(JSON.parse(stdout)).toMatchObject({ read: 6, inserted: 6 });
  });
});
