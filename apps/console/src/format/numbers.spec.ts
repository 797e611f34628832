import { count, exact, money, NO_VALUE, percent, quoteCurrency, ratio, signedPercent } from './numbers';

const NO_BREAK = '\u00a0';

describe('numbers', () => {
  it.each([
    // 2^53 + 1 is the first integer that a float cannot hold.
    ['9007199254740993.000000000000000001', '9,007,199,254,740,993.000000000000000001'],
    ['0.000000010', '0.00000001'],
    ['-2237.399902', '−2,237.399902'],
  ])('keeps every digit of %s', (value, text) => {
    expect(exact(value)).toBe(text);
  });

  it.each([
    [percent, 0.5021, `50.21${NO_BREAK}%`],
    [percent, -0.0873, `−8.73${NO_BREAK}%`],
    [signedPercent, 0.12, `+12.00${NO_BREAK}%`],
    [signedPercent, 0, `0.00${NO_BREAK}%`],
    [ratio, 0.241, '0.241'],
    [count, 1_988.4, '1,988'],
    [money, '6369.60157', '6,369.60'],
  ])('%# writes %p', (write, value, text) => {
    expect(write(value as never)).toBe(text);
  });

  it('adds a unit, but not to a value that is missing', () => {
    expect(money('1.5', 'USD')).toBe('1.50 USD');
    expect(money(null, 'USD')).toBe(NO_VALUE);
    expect(percent(undefined)).toBe(NO_VALUE);
  });

  it.each([
    ['BTC/USDT', 'USDT'],
    ['ETH/USD:ETH', 'USD'],
    ['SPX', undefined],
  ])('finds the quote currency of %s', (symbol, currency) => {
    expect(quoteCurrency(symbol)).toBe(currency);
  });
});
