import { type RunningApi, startApi } from '../support/running-api';
import { entriesOf, FILL, minuteOf, newAccount, sendTrading } from '../support/trading';

describe('costs of fills', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('convert fees in a third currency by a stored candle, else keep them apart', async () => {
    const account = newAccount();
    const candle = { exchange: 'binance', interval: '1m', open: '500', high: '600', low: '500', volume: '1' };
    await api.post('/api/v1/market-data/candlesticks', {
      ...candle,
      symbol: 'BNB/USDT',
      open_time: minuteOf(-1),
      close: '600',
    });
    await api.post('/api/v1/market-data/candlesticks', {
      ...candle,
      symbol: 'BNB/USDT',
      open_time: minuteOf(0),
      close: '500',
    });
    await sendTrading(api, [
      // The candle of minute 0 is still forming then.
      { ...FILL, account, fee: '0.01', fee_currency: 'BNB' },
      { ...FILL, account, fill_id: '2', side: 'sell', fee: '0.5', fee_currency: 'XYZ', time: minuteOf(1) },
    ]);
    expect(await entriesOf(api, account)).toMatchObject([
      { fees: '6', fees_apart: [{ currency: 'XYZ', amount: '0.5' }], net_pnl: '-6' },
    ]);
    const { body } = await api.get(`/api/v1/trade-journal/stats?account=${account}`);
    expect(body).toMatchObject({ groups: [{ trades: 1, fees: '6' }], trades_with_fees_apart: 1 });
    // Corrected to a symbol that settles in euros: the price in dollars is none of them.
    await sendTrading(api, [{ ...FILL, account, symbol: 'BTC/EUR', fee: '0.01', fee_currency: 'BNB' }]);
    expect((await entriesOf(api, account)).find(({ symbol }) => symbol === 'BTC/EUR')).toMatchObject({
      ...{ fees: '0', fees_apart: [{ currency: 'BNB', amount: '0.01' }] },
    });
  });

  it('of perpetuals carry the funding of what was held, estimated by stored rates', async () => {
    const account = newAccount();
    const symbol = 'FUN/USDT:USDT';
    await api.database.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price) values
       ('binance', $1, '2024-01-01T08:00:00.012Z', 0.0001, 200), ('binance', $1, '2024-01-01T16:00:00Z', -0.0002, 300),
       ('binance', $1, '2024-01-02T00:00:00Z', 0.5, 300)`,
      [symbol],
    );
    await sendTrading(api, [
      { ...FILL, account, symbol },
      { ...FILL, account, symbol, fill_id: '2', side: 'sell', quantity: '1', time: minuteOf(10 * 60) },
      { ...FILL, account, symbol, fill_id: '3', side: 'sell', quantity: '1', time: minuteOf(20 * 60) },
    ]);
    // 2 held pay 200 * 0.0001 each, 1 held receives 300 * 0.0002: as Binance describes its funding fee (position value at the mark
    // price times the rate; https://www.binance.com/en/support/faq/360033525031).
    expect(await entriesOf(api, account)).toMatchObject([{ funding: '0.02', net_pnl: '0.02' }]);
  });

  it('are flat when less is left than can be traded', async () => {
    const account = newAccount();
    const lot = { account, lot_size: '0.00001' };
    await sendTrading(api, [
      { ...FILL, ...lot, quantity: '0.01234', fee: '0.00001234', fee_currency: 'BTC' },
      { ...FILL, ...lot, fill_id: '2', side: 'sell', quantity: '0.01232', time: minuteOf(1) },
      { ...FILL, ...lot, fill_id: '3', quantity: '0.02', time: minuteOf(2) },
    ]);
    expect((await entriesOf(api, account)).map(({ quantity, exit_price }) => [quantity, exit_price])).toEqual(
      [
        ['0.01232766', '100'],
        ['0.02', null],
      ],
    );
  });
});
