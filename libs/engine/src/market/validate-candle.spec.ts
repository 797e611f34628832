import { validateCandlePrices } from './validate-candle';

const candle = { open: '100.50', high: '110', low: '95', close: '105', volume: '12.5' };
const fields = (changes: Partial<typeof candle>) =>
  validateCandlePrices({ ...candle, ...changes }).map(({ field }) => field);

describe('validateCandlePrices', () => {
  it('finds nothing wrong with a consistent candle', () => {
    expect(validateCandlePrices(candle)).toEqual([]);
    expect(fields({ volume: '0' })).toEqual([]);
    expect(fields({ open: '100', high: '100.0', low: '100.00', close: '100.000' })).toEqual([]);
  });

  it('names each field that is no decimal', () => {
    const broken = validateCandlePrices({ open: '1e2', high: 'NaN', low: '', close: '-1', volume: '-0.1' });
    expect(broken.map(({ field }) => field)).toEqual(['open', 'high', 'low', 'close', 'volume']);
    expect(broken[0].message).toContain('decimal string');
  });

  it('wants prices above 0', () => {
    expect(validateCandlePrices({ ...candle, low: '0.00' })).toEqual([
      { field: 'low', message: 'must be above 0' },
    ]);
  });

  it.each([
    [{ high: '104.999999999999999999' }, ['high']],
    [{ high: '99' }, ['high', 'high']],
    [{ low: '100.500000000000000001' }, ['low']],
    [{ low: '106' }, ['low', 'low']],
    [{ high: '94' }, ['high', 'high', 'high']],
  ])('refuses %p, to the last digit', (changes, expected) => expect(fields(changes)).toEqual(expected));
});
