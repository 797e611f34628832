import { decodeCursor, decodePairCursor, decodeSortedCursor, encodeCursor } from './cursor';

describe('a cursor', () => {
  it('is the base64url of the key (RFC 4648, 5: "1234" is MTIzNA)', () => {
    expect(encodeCursor(1234)).toBe('MTIzNA');
    expect(decodeCursor('MTIzNA')).toBe(1234);
  });

  it.each([1, 2 ** 31 - 1, 2 ** 53 - 1])('carries %d', (key) => {
    expect(decodeCursor(encodeCursor(key))).toBe(key);
  });

  it('carries two keys, and is not taken for one of one', () => {
    // RFC 4648, 5: "12.34" is MTIuMzQ.
    expect(encodeCursor([12, 34])).toBe('MTIuMzQ');
    expect(decodePairCursor('MTIuMzQ')).toEqual([12, 34]);
    expect(decodeCursor('MTIuMzQ')).toBeUndefined();
    expect(decodePairCursor(encodeCursor(1234))).toBeUndefined();
    expect(decodePairCursor(Buffer.from('1.2.3').toString('base64url'))).toBeUndefined();
  });

  it.each([null, 0, -1.5e-7, 1.7976931348623157e308])(
    'carries %p of a sorted list to the last digit',
    (value) => {
      const key = { value, microseconds: 1_700_000_000_123_456, kind: 'walk-forward', id: 7 };
      expect(decodeSortedCursor(encodeCursor(key))).toEqual(key);
      expect(decodeCursor(encodeCursor(key))).toBeUndefined();
    },
  );

  it.each([
    '1.0~1~a~1',
    'NaN~1~a~1',
    'Infinity~1~a~1',
    '1~01~a~1',
    '1~1~a',
    '1~1~~1',
    '1~1~a~1~',
    '1~1~a~2147483648',
    '1e999~1~a~1',
  ])('of a sorted list is never %j', (text) => {
    expect(decodeSortedCursor(Buffer.from(text).toString('base64url'))).toBeUndefined();
  });

  it.each([
    '',
    'MTIzNA==',
    'MTIzNB',
    'M',
    'abc',
    'MDE',
    'LTE',
    'MQo',
    '1234',
    'OTk5OTk5OTk5OTk5OTk5OTk',
    '\u0000',
    'é',
  ])('is never %j', (text) => {
    expect(decodeCursor(text)).toBeUndefined();
    expect(decodePairCursor(text)).toBeUndefined();
  });
});
