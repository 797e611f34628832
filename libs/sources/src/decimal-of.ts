const EXPONENT_NOTATION = /^([+-]?)(\d+)(?:\.(\d*))?[eE]([+-]?\d{1,4})$/;

/**
 * A number as a source hands it on, as text with the source's digits: exponents are written out ("9.12e-7" becomes
 * "0.000000912"), all else stays as it is. What is no number stays readable, a missing one becomes an empty text: the
 * validation of candles refuses both and keeps them where someone can look.
 */
export function decimalOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  const match = EXPONENT_NOTATION.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction = '', exponent] = match;
  return (sign === '-' ? '-' : '') + movePoint(whole, fraction, Number(exponent));
}

function movePoint(whole: string, fraction: string, shift: number): string {
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const integer = digits
    .slice(0, point)
    .padEnd(point, '0')
    .replace(/^0+(?=\d)/, '');
  return point >= digits.length ? integer : `${integer}.${digits.slice(point)}`;
}
