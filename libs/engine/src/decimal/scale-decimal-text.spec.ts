import { multiplyDecimalText, scaleDecimalText } from './scale-decimal-text';

// Expected values are those of Python's decimal module: Decimal(a) * b and
// (Decimal(value) * n / d).quantize(Decimal('1e-10'), ROUND_HALF_EVEN).normalize(), of 60 digits.

describe('multiplyDecimalText', () => {
  it.each([
    ['7', '4', '28'],
    ['0.1', '0.2', '0.02'],
    ['100', '10', '1000'],
    ['2.50', '4', '10'],
    ['99999999999999999999.999999999999999999', '3', '299999999999999999999.999999999999999997'],
  ])('makes %s times %s be %s', (a, b, product) => {
    expect(multiplyDecimalText(a, b)).toBe(product);
    expect(multiplyDecimalText(b, a)).toBe(product);
  });
});

describe('scaleDecimalText', () => {
  const scale = (value: string, numerator: string, denominator: string) =>
    scaleDecimalText(value, { numerator, denominator }, 10);

  it.each([
    // Apple's closes before its splits of 9 June 2014 and 31 August 2020.
    ['499.23', '1', '4', '124.8075'],
    ['645.57', '1', '28', '23.0560714286'],
    ['100.00', '1', '3', '33.3333333333'],
    ['200', '1', '3', '66.6666666667'],
    ['46907479', '4', '1', '187629916'],
    ['12345', '1', '10', '1234.5'],
    ['10', '10', '1', '100'],
    ['1.5', '1', '1.5', '1'],
    ['0', '4', '1', '0'],
    ['0.00000000005', '1', '1', '0'],
    ['0.00000000015', '1', '1', '0.0000000002'],
    ['0.00000000025', '1', '1', '0.0000000002'],
    ['99999999999999999999.99', '3', '7', '42857142857142857142.8528571429'],
  ])('makes %s times %s by %s be %s', (value, numerator, denominator, scaled) => {
    expect(scale(value, numerator, denominator)).toBe(scaled);
  });
});
