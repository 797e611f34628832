import { hasBaseVolume } from './volume-unit';

it.each([
  ['BTC/USDT', '24x7', true],
  ['GOOG', 'XNYS', true],
  // Also a token; an index only where indices are quoted.
  ['SPX/USDT', '24x7', true],
  ['SPX', 'XNYS', false],
  ['^GSPC', 'XNYS', false],
  ['BTC/USDT:USDT', '24x7', false],
  ['EUR/USD', '24x5', false],
] as const)('volume of %s on %s counts units of the base: %p', (symbol, calendar, expected) => {
  expect(hasBaseVolume(symbol, calendar)).toBe(expected);
});
