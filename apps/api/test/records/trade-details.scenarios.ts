import { candleBody } from '../support/bodies';
import { CANDLES } from '../support/hourly-candles';
import { inShort } from '../support/in-short';
import { type RunningApi, startApi } from '../support/running-api';

const JOURNAL = '/api/v1/trade-journal';
const ENTRY = { symbol: 'BTC/USDT', side: 'buy', entry_price: '42000.50' };
const TRADE = {
  exchange: 'binance',
  account: 'main',
  quantity: '0.5',
  entry_time: '2024-01-02T09:30:00Z',
  exit_time: '2024-01-03T15:00:00Z',
  fees: '42.75',
  stop: '41000',
  target: '45000.0',
  tags: ['breakout', 'plan b'],
};

describe('details of a journal entry', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function write(fields: object = {}): Promise<string> {
    const answer = await api.post(JOURNAL, { ...ENTRY, ...fields });
    expect(answer.status).toBe(201);
    return `${JOURNAL}/${answer.body.id}`;
  }

  async function change(entry: string, changes: object) {
    const answer = await api.patch(`${entry}/details`, changes);
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    expect((await api.get(`${entry}/details`)).body).toEqual(answer.body);
    return answer.body as Record<string, unknown>;
  }

  it('are what is known: of a new entry its prices, and their ratio', async () => {
    const entry = await write({ exit_price: '43500' });
    const { body } = await api.get(`${entry}/details`);
    expect(body).toEqual({
      ...ENTRY,
      id: Number(entry.split('/').at(-1)),
      exit_price: '43500',
      source: 'manual',
      ...{ exchange: null, account: null, quantity: null, entry_time: null, exit_time: null },
      ...{ currency: 'USDT', multiplier: null, fees: null, fees_apart: [], funding: null },
      ...{ gross_pnl: null, net_pnl: null, r_multiple: null, holding_seconds: null },
      // 1499.50 of 42000.50.
      return: expect.closeTo(0.035702, 6),
      ...{ stop: null, target: null, tags: [], idea_id: null, backtest_id: null },
      mae: { price: '42000.50', fraction: 0 },
      mfe: { price: '43500', fraction: expect.closeTo(0.035702, 6) },
      excursion_interval: null,
      legs: [],
    });
  });

  it('are kept as they are sent, and make the result; null clears', async () => {
    const entry = await write({ exit_price: '43500' });
    const details = await change(entry, TRADE);
    expect(details).toMatchObject(TRADE);
    // Python: Decimal('1499.50') * Decimal('0.5'), less 42.75; over 21000.25, and over (42000.50 - 41000) * 0.5.
    expect([Number(details.gross_pnl), Number(details.net_pnl)]).toEqual([749.75, 707]);
    expect(details.return).toBeCloseTo(0.03366627, 7);
    expect(details.r_multiple).toBeCloseTo(1.413293, 6);
    expect(details.holding_seconds).toBe(106_200);

    const cleared = Object.fromEntries(Object.keys(TRADE).map((name) => [name, null]));
    expect(await change(entry, cleared)).toMatchObject({
      ...cleared,
      tags: [],
      ...{ gross_pnl: null, net_pnl: null, r_multiple: null, holding_seconds: null },
    });
  });

  it('follow a change of the prices', async () => {
    const entry = await write();
    expect(await change(entry, TRADE)).toMatchObject({ exit_price: null, gross_pnl: null, return: null });
    expect((await api.patch(entry, { exit_price: '41000.50' })).status).toBe(200);
    const { body } = await api.get(`${entry}/details`);
    expect([Number(body.gross_pnl), Number(body.net_pnl)]).toEqual([-500, -542.75]);
    expect((await api.patch(entry, { side: 'sell', symbol: 'BTC/USDC' })).status).toBe(200);
    const short = (await api.get(`${entry}/details`)).body;
    expect([short.currency, Number(short.gross_pnl)]).toEqual(['USDC', 500]);
    await api.patch(entry, { exit_price: null });
    expect((await api.get(`${entry}/details`)).body).toMatchObject({ gross_pnl: null, net_pnl: null });
  });

  it.each([
    ['11000', 0.4545],
    ['9000', -0.5556],
  ])('of an inverse contract that closes at %s are %d in the base currency', async (exit_price, pnl) => {
    // BitMEX, "Perpetual Contracts Guide": 50,000 * 1 * (1/10,000 - 1/11,000) = 0.4545 XBT, with 1/9,000 -0.5556 XBT.
    const entry = await write({ symbol: 'BTC/USD:BTC', entry_price: '10000', exit_price });
    const details = await change(entry, { quantity: '50000', multiplier: '1' });
    expect(details.currency).toBe('BTC');
    expect(Number(details.gross_pnl)).toBeCloseTo(pnl, 4);
  });

  it('keep eighteen decimal places, and amounts of forty digits', async () => {
    const [least, most] = ['0.000000000000000001', '99999999999999999999.999999999999999999'];
    const entry = await write({ entry_price: least, exit_price: most });
    const details = await change(entry, { quantity: most, fees: `-${least}`, multiplier: most, stop: most });
    expect(details).toMatchObject({ quantity: most, fees: `-${least}`, multiplier: most });
    expect(details.gross_pnl).toMatch(/^\d{58,61}(\.\d+)?$/);
    expect(Number.isFinite(details.return)).toBe(true);
  });

  it.each(
    inShort([
      [{ quantity: '0' }, /quantity .*above 0/],
      [{ quantity: 1 }, /quantity must be a decimal string/],
      [{ fees: '1e5' }, /fees .*minus sign/],
      [{ multiplier: '-1' }, /multiplier/],
      [{ stop: '' }, /stop/],
      [{ entry_time: '2024-02-30T00:00:00Z' }, /entry_time .*RFC 3339/],
      [{ entry_time: '0000-01-01T00:00:00Z' }, /entry_time/],
      [
        { entry_time: '2024-01-02T00:00:00Z', exit_time: '2024-01-01T00:00:00Z' },
        /exit_time must not be before entry_time/,
      ],
      [{ tags: Array(70).fill('x') }, /tags must be a list of at most 50/],
      [{ tags: Array(200_000).fill('x') }, /tags must be a list of at most 50/],
      [{ tags: ['x'.repeat(65)] }, /tags/],
      [{ tags: ['a\u0000'] }, /tags/],
      [{ tags: 'x' }, /tags/],
      [
        { idea_id: 999_999, backtest_id: 7 },
        /idea_id must be the id of a strategy idea .*backtest_id must be the id of a backtest/,
      ],
      [{ idea_id: 2 ** 31 }, /idea_id must be an integer/],
      [{ idea_id: '1' }, /idea_id/],
      [{ exchange: '' }, /exchange/],
      [{ account: 'two\nlines' }, /account/],
    ]),
  )('refuse %s', async (_name, changes, detail) => {
    const entry = await write();
    const before = (await api.get(`${entry}/details`)).body as object;
    const answer = await api.patch(`${entry}/details`, changes);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect((await api.get(`${entry}/details`)).body).toEqual(before);
  });

  it('refuse a list of a million tags by its size, and an exit before the stored entry', async () => {
    const entry = await write();
    expect((await api.patch(`${entry}/details`, { tags: Array(1_000_000).fill('x') })).status).toBe(413);
    const year1 = { entry_time: '0001-01-01T00:00:00Z', exit_time: '9999-12-31T23:59:59.999Z' };
    expect(await change(entry, { ...year1, exchange: 'binance' })).toMatchObject(year1);
    await change(entry, { entry_time: '2024-01-02T00:00:00Z' });
    const answer = await api.patch(`${entry}/details`, { exit_time: '2024-01-01T23:59:59Z' });
    expect(answer.body.errors).toEqual([{ field: 'exit_time', message: 'must not be before entry_time' }]);
  });

  it('link an idea and a backtest until these are deleted', async () => {
    const entry = await write();
    const idea = await api.post('/api/v1/strategy-ideas', { name: 'n', description: 'd' });
    await change(entry, { idea_id: idea.body.id });
    expect((await api.delete(`/api/v1/strategy-ideas/${idea.body.id}`)).status).toBe(204);
    expect((await api.get(`${entry}/details`)).body.idea_id).toBeNull();
  });

  it('change where the tag is the one that GET serves, else not; 404 where there is no entry', async () => {
    const entry = await write();
    const { headers } = await api.get(`${entry}/details`);
    const patch = (tag: string) => api.patch(`${entry}/details`, { quantity: '2' }).set('if-match', tag);
    expect((await patch('"other"')).status).toBe(412);
    const both = await Promise.all([patch(headers.etag), patch(headers.etag)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    for (const id of ['999999', '9'.repeat(30)]) {
      expect((await api.get(`${JOURNAL}/${id}/details`)).status).toBe(404);
      expect((await api.patch(`${JOURNAL}/${id}/details`, { tags: [] })).status).toBe(404);
    }
  });

  it('lose no change of many at once, and none but these', async () => {
    const entry = await write({ exit_price: '1' });
    const { headers } = await api.get(`${entry}/details`);
    const changes = [{ quantity: '3' }, { fees: '1' }, { stop: '2' }, { account: 'a' }, { exchange: 'e' }];
    const answers = await Promise.all([
      ...changes.map((each) => api.patch(`${entry}/details`, each)),
      ...Array.from({ length: 12 }, () => api.patch(`${entry}/details`, {}).set('if-match', headers.etag)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 412].includes(status))).toEqual([]);
    expect((await api.get(`${entry}/details`)).body).toMatchObject(Object.assign({}, ...changes));
  });

  describe('excursions', () => {
    const bar = async (symbol: string, interval: string, open_time: string, low: string, high: string) => {
      const body = candleBody({ symbol, interval, open_time, open: '100', low, high, close: '100' });
      expect((await api.post(CANDLES, body)).status).toBe(201);
    };

    it('are of the whole bars inside the trade, of the finest interval that spans it', async () => {
      const symbol = 'MAE/USDT';
      await bar(symbol, '1h', '2024-01-01T01:00:00Z', '1', '900');
      await bar(symbol, '1h', '2024-01-01T02:00:00Z', '90', '104');
      await bar(symbol, '1h', '2024-01-01T03:00:00Z', '95.5', '120.00');
      await bar(symbol, '1h', '2024-01-01T04:00:00Z', '1', '900');
      await bar(symbol, '5m', '2024-01-01T04:20:00Z', '80', '100');
      await bar(symbol, '5m', '2023-12-31T00:00:00Z', '80', '100');
      const entry = await write({ symbol, entry_price: '100', exit_price: '110' });
      const times = { entry_time: '2024-01-01T01:30:00Z', exit_time: '2024-01-01T04:30:00Z' };
      const long = await change(entry, { exchange: 'binance', ...times });
      // The bar of five minutes lies inside, too, and its series from before the trade to its end.
      expect(long).toMatchObject({
        mae: { price: '80', fraction: 0.2 },
        mfe: { price: '110', fraction: 0.1 },
        excursion_interval: '5m',
      });
      const later = await change(entry, {
        exit_time: '2024-01-01T05:00:00Z',
        entry_time: '2024-01-01T02:00:00Z',
      });
      // Its bars of five minutes end long before the exit.
      expect(later).toMatchObject({ mae: { price: '1' }, mfe: { price: '900' }, excursion_interval: '1h' });
      await api.patch(entry, { side: 'sell' });
      const ofHours = await change(entry, {
        ...{ entry_time: '2024-01-01T01:30:00Z', exit_time: '2024-01-01T04:10:00Z' },
      });
      expect(ofHours).toMatchObject({
        mae: { price: '120.00', fraction: 0.2 },
        mfe: { price: '90', fraction: 0.1 },
        excursion_interval: '1h',
      });
    });

    it('are of longer bars where there are more than ten thousand of the finest', async () => {
      const symbol = 'LONG/USDT';
      await bar(symbol, '1m', '2024-01-02T00:00:00Z', '1', '900');
      await bar(symbol, '1d', '2024-01-02T00:00:00Z', '70', '130');
      const entry = await write({ symbol, entry_price: '100' });
      const times = { entry_time: '2024-01-01T00:00:00Z', exit_time: '2024-01-08T00:00:00Z' };
      const week = await change(entry, { exchange: 'binance', ...times });
      expect(week).toMatchObject({ mae: { price: '70' }, mfe: { price: '130' }, excursion_interval: '1d' });
      const sixDays = await change(entry, { exit_time: '2024-01-07T00:00:00Z' });
      expect(sixDays).toMatchObject({ mae: { price: '1' }, excursion_interval: '1m' });
    });

    it('are null where only the entry is known, and up to now while the trade is open', async () => {
      const entry = await write({ symbol: 'MAE/USDT', entry_price: '100' });
      expect(await change(entry, {})).toMatchObject({ mae: null, mfe: null, excursion_interval: null });
      const open = await change(entry, { exchange: 'binance', entry_time: '2024-01-01T02:00:00Z' });
      expect(open).toMatchObject({ mae: null });
    });
  });
});
