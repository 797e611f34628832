import {
  compareDecimalText,
  isDecimalText,
  isPositiveDecimalText,
  subtractDecimalText,
  toDecimalText,
} from './decimal-text';

describe('isDecimalText', () => {
  it.each(['0', '100.50', '0.000000000000000001', '99999999999999999999.999999999999999999', '1.0'])(
    'accepts %s',
    (text) => expect(isDecimalText(text)).toBe(true),
  );

  it.each([
    ...[
      '',
      ' 1',
      '1 ',
      '1\n',
      '+1',
      '-1',
      '-0',
      '01',
      '00',
      '.5',
      '1.',
      '1e5',
      '1E5',
      '0x10',
      '1,5',
      '1_000',
      'NaN',
    ],
    ...['Infinity', '١', '1\u0000', '100000000000000000000', '0.0000000000000000001'],
    ...[1, null, undefined, ['1']],
  ])('refuses %p', (value) => expect(isDecimalText(value)).toBe(false));

  it('refuses an object that is written as a decimal', () => {
    expect(isDecimalText({ toString: () => '1' })).toBe(false);
  });
});

describe('isPositiveDecimalText', () => {
  it('wants a digit other than 0', () => {
    expect(isPositiveDecimalText('0.000000000000000001')).toBe(true);
    expect(['0', '0.0', '0.000000000000000000', '-1', 1].filter(isPositiveDecimalText)).toEqual([]);
  });
});

describe('compareDecimalText', () => {
  it.each([
    ['9', '10'],
    ['100.5', '100.51'],
    ['0.1', '0.10000000000000001'],
    ['99999999999999999998.999999999999999999', '99999999999999999999'],
    ['9007199254740992', '9007199254740993'],
  ])('puts %s below %s, also where doubles see no difference', (low, high) => {
    expect(compareDecimalText(low, high)).toBeLessThan(0);
    expect(compareDecimalText(high, low)).toBeGreaterThan(0);
  });

  it('ignores zeros at the end', () => {
    expect(compareDecimalText('100.50', '100.5')).toBe(0);
    expect(compareDecimalText('100', '100.000')).toBe(0);
  });
});

// Expected values are those of Python's decimal module: str(Decimal(a) - Decimal(b)), of 60 digits.
describe('subtractDecimalText', () => {
  it.each([
    ['3.50', '2', '1.50'],
    ['2', '3.50', '-1.50'],
    ['100.5', '100.50', '0.00'],
    ['1', '1', '0'],
    ['0.000000000000000001', '1', '-0.999999999999999999'],
    ['99999999999999999999.999999999999999999', '0.1', '99999999999999999999.899999999999999999'],
    ['9007199254740993', '9007199254740992', '1'],
  ])('makes %s less %s %s', (a, b, difference) => expect(subtractDecimalText(a, b)).toBe(difference));
});

describe('toDecimalText', () => {
  it.each([
    [9.12e-7, '0.000000912'],
    [1e21, '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [-1.5e-7, '-0.00000015'],
    [0.1, '0.1'],
    [-0, '0'],
    [100.5, '100.5'],
  ])('writes %d as %s', (value, text) => expect(toDecimalText(value)).toBe(text));

  it('writes the least double, 5e-324, with 323 zeros after the point', () => {
    expect(toDecimalText(5e-324)).toBe(`0.${'0'.repeat(323)}5`);
  });

  it.each([1e-7, 123456789e-20, 1.7976931348623157e308, 2 ** 70, 1 / 3, -1e-10])(
    'reads back as %d',
    (value) => {
      expect(toDecimalText(value)).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(toDecimalText(value))).toBe(value);
    },
  );
});
