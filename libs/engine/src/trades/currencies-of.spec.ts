import { currenciesOf } from './currencies-of';

// The symbols are ccxt's, docs "Contract Naming Conventions".
describe('currenciesOf', () => {
  it.each([
    ['BTC/USDT', 'BTC', 'USDT', { isSpot: true, isInverse: false }],
    ['BTC/USDT:USDT', 'BTC', 'USDT', { isSpot: false, isInverse: false }],
    ['BTC/USD:BTC', 'BTC', 'BTC', { isSpot: false, isInverse: true }],
    ['BTC/USDT:BTC-211225', 'BTC', 'BTC', { isSpot: false, isInverse: true }],
    ['BTC/USDT:USDT-211225-40000-C', 'BTC', 'USDT', { isSpot: false, isInverse: false }],
    ['ETH/USD:ETH-211225-40000-P', 'ETH', 'ETH', { isSpot: false, isInverse: false }],
    ['ETH/USD:BTC', 'ETH', 'BTC', { isSpot: false, isInverse: false }],
    ['AAPL', null, null, { isSpot: true, isInverse: false }],
    ['^GSPC', null, null, { isSpot: true, isInverse: false }],
    ['EUR/USD/JPY', null, null, { isSpot: true, isInverse: false }],
    ['/USD', null, null, { isSpot: true, isInverse: false }],
  ])('%s is of %s, settled in %s', (symbol, base, settlement, kind) => {
    expect(currenciesOf(symbol, { isUsShare: false })).toEqual({ base, settlement, ...kind });
  });

  it.each(['AAPL', 'BRK/B'])('a share of the United States, %s, is in dollars', (symbol) => {
    expect(currenciesOf(symbol, { isUsShare: true })).toEqual({
      base: null,
      settlement: 'USD',
      isInverse: false,
      isSpot: true,
    });
  });
});
