import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { DayTickerReader } from '#domain/market-data/reading/day-ticker.reader';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { type CutOffReplica, startCutOffReplica } from '../support/cut-off-replica';
import { FIRST_OPEN_TIME, newSymbol, seeded } from '../support/stream-candles';
import { until } from '../support/until';
import { type SocketClient, socketsOfTests } from '../support/web-socket-client';

const DAY_MINUTES = 1_440;

type Figures = Readonly<Record<string, string | undefined>>;

describe('tickers', () => {
  let stage: CutOffReplica;
  let api: CutOffReplica['api'];
  let proxy: CutOffReplica['proxy'];
  let other: CutOffReplica['other'];
  let silent: CutOffReplica['silent'];
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    stage = await startCutOffReplica();
    ({ api, other, proxy, silent } = stage);
  });
  afterAll(() => stage.stop());

  const minute = (
    number: number,
    [open, high, low, close, volume]: readonly [string, string, string, string, string],
    isClosed = true,
  ): CandleToWrite => ({
    openTime: new Date(FIRST_OPEN_TIME + number * 60_000),
    open,
    high,
    low,
    close,
    volume,
    isClosed,
  });
  const announcing = (): CandleIngest => api.application.get(CandleIngest, { strict: false });
  const write = async (symbol: string, candles: readonly CandleToWrite[], ingest = announcing()) => {
    const { refused } = await ingest.ingest({ exchange: 'binance', symbol, interval: '1m' }, candles, {
      allowOutliers: true,
    });
    expect(refused).toEqual([]);
  };
  const follow = async (symbol: string, url = api.url) => {
    const client = await openSocket(url);
    await client.subscribe([symbol], ['ticker']);
    return client;
  };
  const tickers = (client: SocketClient): Figures[] =>
    client.messages.flatMap(({ event, data }) =>
      event === 'ticker' && data ? [data as unknown as Figures] : [],
    );
  /** The last ticker, once it is as it should be. */
  const shows = (client: SocketClient, figures: Figures, seconds?: number) =>
    until(
      `a ticker ${JSON.stringify(figures)}, not ${JSON.stringify(tickers(client).at(-1))}`,
      () => {
        const last = tickers(client).at(-1);
        return last && Object.entries(figures).every(([name, text]) => last[name] === text);
      },
      seconds,
    );

  it('have the figures of the 24 hours up to the newest minute, digit for digit', async () => {
    const symbol = newSymbol();
    // Computed by hand; the first minute is a day older than the last, and does not count.
    await write(symbol, [
      minute(0, ['999', '9999', '1', '999', '5000']),
      minute(1, ['100.50', '103.00', '99.9', '101', '10.5']),
      minute(700, ['101', '104.25', '98.10', '100', '0.000000000000000001']),
      minute(DAY_MINUTES, ['100', '102.0', '100', '101.75', '2.25']),
    ]);
    const client = await follow(symbol);
    await shows(client, { last: '101.75' });
    expect(client.messages.at(-1)).toEqual({
      event: 'ticker',
      symbol,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        exchange: 'binance',
        last: '101.75',
        open_24h: '100.50',
        high_24h: '104.25',
        low_24h: '98.10',
        volume_24h: '12.750000000000000001',
        change_24h: '1.25',
      },
    });
    // The newest minute goes on.
    await write(symbol, [minute(DAY_MINUTES, ['100', '105', '90', '91', '3.50'], false)]);
    await shows(client, {
      ...{ last: '91', open_24h: '100.50', high_24h: '105', low_24h: '90' },
      ...{ volume_24h: '14.000000000000000001', change_24h: '-9.50' },
    });
    // The next one begins: what opened a day before it leaves.
    await write(symbol, [minute(DAY_MINUTES + 1, ['91', '92', '91', '92', '1'])]);
    await shows(client, {
      ...{ last: '92', open_24h: '101', high_24h: '105', low_24h: '90' },
      ...{ volume_24h: '4.500000000000000001', change_24h: '-9' },
    });
  });

  it('are those of one minute where no more is stored, and come with the first', async () => {
    const symbol = newSymbol();
    const client = await follow(symbol);
    await write(symbol, [minute(5, ['7', '8', '6', '7.5', '3'])]);
    await shows(client, {
      ...{ last: '7.5', open_24h: '7', high_24h: '8', low_24h: '6', volume_24h: '3', change_24h: '0.5' },
    });
  });

  it('follow corrections and late minutes, also those that nobody announces', async () => {
    const symbol = newSymbol();
    await write(symbol, [minute(0, ['10', '20', '5', '15', '1']), minute(9, ['15', '16', '14', '15', '1'])]);
    const client = await follow(symbol, other.url);
    await shows(client, { open_24h: '10', high_24h: '20', low_24h: '5', volume_24h: '2' });
    await write(symbol, [minute(0, ['11', '15', '9', '15', '2'])]);
    await shows(client, { open_24h: '11', high_24h: '16', low_24h: '9', volume_24h: '3' });
    await write(symbol, [minute(4, ['12', '30', '8', '12', '1.5'])], silent.ingest);
    await shows(client, { open_24h: '11', high_24h: '30', low_24h: '8', volume_24h: '4.5' });
  });

  it.each([1, 2])('are what Postgres computes, whatever is written (seed %i)', async (seed) => {
    const symbol = newSymbol();
    const numbers = seeded(seed);
    const below = (limit: number) => numbers.next().value % limit;
    const price = () => `${1 + below(1_000)}.${below(10_000)}`;
    const some = (number: number) => {
      const [open, close] = [price(), price()];
      return minute(number, [open, '2000', `0.${1 + below(9)}`, close, price()], below(2) === 0);
    };
    await write(symbol, [some(0)]);
    const client = await follow(symbol, [api.url, other.url][seed % 2]);
    let newest = 0;
    for (let n = 0; n < 60; n++) {
      // The newest minute goes on, new ones begin, sometimes hours later, and older ones are corrected.
      if (below(3) === 0) newest += below(4) === 0 ? below(400) : 1;
      const first = below(3) === 0 ? below(newest + 1) : newest;
      const ingest = below(4) === 0 ? silent.ingest : undefined;
      await write(symbol, [some(first), some(first + 1)].slice(0, 1 + below(2)), ingest);
      newest = Math.max(newest, first + 1);
    }
    const { rows } = await api.database.query<Figures>(
      `with series_candles as (
         select candlesticks.* from candlesticks join series on id = series_id where symbol = $1
       ), day as (
         select * from series_candles
         where open_time > (select max(open_time) from series_candles) - interval '24 hours'
       )
       select (array_agg(close order by open_time desc))[1]::text as last,
         (array_agg(open order by open_time))[1]::text as open_24h, max(high)::text as high_24h, min(low)::text as low_24h,
         sum(volume)::text as volume_24h,
         ((array_agg(close order by open_time desc))[1] - (array_agg(open order by open_time))[1])::text as change_24h
       from day`,
      [symbol],
    );
    await shows(client, rows[0]);
  });

  it('come at most once a second, are computed once for all, and end with their last subscription', async () => {
    const symbol = newSymbol();
    await write(symbol, [minute(0, ['1', '2000', '0.5', '1', '1'])]);
    const read = jest.spyOn(api.application.get(DayTickerReader, { strict: false }), 'read');
    const clients = await Promise.all(Array.from({ length: 20 }, () => follow(symbol)));
    const startedAt = performance.now();
    const readsAtFirst = read.mock.calls.length;
    expect(readsAtFirst).toBe(1);
    for (let n = 2; n <= 200; n++) await write(symbol, [minute(0, ['1', '2000', '0.5', `${n}`, '1'], false)]);
    for (const client of clients) await shows(client, { last: '200', change_24h: '199' });
    // One that came before these, one at once, and one for each second that is over.
    const most = 2 + Math.floor((performance.now() - startedAt) / 1_000);
    for (const client of clients) expect(tickers(client).length).toBeLessThanOrEqual(most);
    // Changes of the newest minute need no further reading.
    expect(read.mock.calls.length).toBe(readsAtFirst);
    for (const client of clients) {
      await client.request({ action: 'unsubscribe', symbols: [symbol], channels: ['ticker'] });
    }
    await write(symbol, [minute(1, ['1', '2', '1', '2', '1'])]);
    const again = await follow(symbol);
    await shows(again, { last: '2' });
    expect(read.mock.calls.length).toBe(readsAtFirst + 1);
    read.mockRestore();
  });

  it('show what was written while the database was away', async () => {
    const symbol = newSymbol();
    await write(symbol, [minute(0, ['1', '2', '1', '1', '1'])]);
    const client = await follow(symbol, other.url);
    await shows(client, { last: '1' });
    await proxy.cut();
    const subscribe = { action: 'subscribe', symbols: ['NEW'], channels: ['ticker'] };
    expect(await client.request(subscribe)).toMatchObject({ event: 'error', code: 'SERVICE_UNAVAILABLE' });
    await write(symbol, [minute(1, ['1', '3', '1', '2', '1'])]);
    await proxy.restore();
    await shows(client, { last: '2', high_24h: '3', volume_24h: '2' });
  });
});
