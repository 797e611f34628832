import {
  add,
  compare,
  divide,
  multiply,
  negate,
  readDecimal,
  subtract,
  writeAllDecimalPlaces,
  writeDecimal,
} from './exact-decimal';

const EUROS = '12345678901234567890.123456789012345678';

// Expected values are those of Python's decimal module with 120 digits: a + b, a - b, a * b, and
// (a / b).quantize(Decimal(1).scaleb(-decimalPlaces), ROUND_HALF_EVEN), without zeros at the end.
describe('exact decimals', () => {
  it.each([
    ['-1.5', '2.25', '0.75', '-3.75', '-3.375'],
    ['0.1', '-0.1', '0', '0.2', '-0.01'],
    ['-0.000000000000000001', '1', '0.999999999999999999', '-1.000000000000000001', '-0.000000000000000001'],
    [
      EUROS,
      '0.000000000000000003',
      '12345678901234567890.123456789012345681',
      '12345678901234567890.123456789012345675',
      '37.037036703703703670370370367037037034',
    ],
  ])('adds, subtracts and multiplies %s and %s', (a, b, sum, difference, product) => {
    const [left, right] = [readDecimal(a), readDecimal(b)];
    expect(writeDecimal(add(left, right))).toBe(sum);
    expect(writeDecimal(subtract(left, right))).toBe(difference);
    expect(writeDecimal(multiply(left, right))).toBe(product);
  });

  it.each([
    ['1', '3', 18, '0.333333333333333333'],
    ['-2', '3', 18, '-0.666666666666666667'],
    ['2', '-3', 18, '-0.666666666666666667'],
    ['-2', '-3', 18, '0.666666666666666667'],
    ['1', '8', 2, '0.12'],
    ['3', '8', 2, '0.38'],
    ['-1', '8', 2, '-0.12'],
    ['-3', '8', 2, '-0.38'],
    ['0.125', '1', 2, '0.12'],
    ['0.00000000000000000050', '1', 18, '0'],
    ['0.00000000000000000051', '1', 18, '0.000000000000000001'],
    ['-0.00000000000000000051', '1', 18, '-0.000000000000000001'],
    [EUROS, '7', 18, '1763668414462081127.160493827001763668'],
    ['100000', '10670.50', 8, '9.37163207'],
  ])('divides %s by %s to %d decimal places, half to even', (a, b, decimalPlaces, quotient) => {
    expect(writeDecimal(divide(readDecimal(a), readDecimal(b), decimalPlaces))).toBe(quotient);
  });

  it('throws on a division by zero', () => {
    expect(() => divide(readDecimal('1'), readDecimal('0.0'), 18)).toThrow(RangeError);
  });

  it('writes with and without the zeros at the end', () => {
    expect(writeAllDecimalPlaces(readDecimal('-0.50'))).toBe('-0.50');
    expect(writeDecimal(readDecimal('-0.50'))).toBe('-0.5');
    expect(writeDecimal(readDecimal('-100.00'))).toBe('-100');
    expect(writeDecimal(negate(readDecimal('0.00')))).toBe('0');
  });

  it('compares by value', () => {
    const sign = (a: string, b: string) => compare(readDecimal(a), readDecimal(b));
    expect([sign('-1', '0.5'), sign('1.50', '1.5'), sign('0.1', '0.09')]).toEqual([-1, 0, 1]);
  });
});
