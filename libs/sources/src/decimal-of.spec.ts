import { decimalOf } from './decimal-of';

describe('decimalOf', () => {
  // By hand: the point moves as many digits as the exponent says.
  it.each([
    ['9.12e-7', '0.000000912'],
    [9.12e-7, '0.000000912'],
    ['9.120e-7', '0.0000009120'],
    ['-5E-8', '-0.00000005'],
    ['1e21', '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    ['1.2345e2', '123.45'],
    ['0.5e1', '5'],
    ['12e-1', '1.2'],
  ])('writes the exponent of %p out as %s', (value, text) => {
    expect(decimalOf(value)).toBe(text);
  });

  it.each(['0.00000091200', '100.50', '-0.0001', 'NaN', '', '1,5', '1e99999'])('leaves %p alone', (text) => {
    expect(decimalOf(text)).toBe(text);
  });

  it('keeps what is no number readable, and a missing one empty', () => {
    expect([undefined, null, Number.NaN, [1], true].map(decimalOf)).toEqual(['', '', 'NaN', '[1]', 'true']);
  });
});
