import { splitCsvLine } from './csv-line';
import { toCsvLine } from './to-csv-line';

describe('toCsvLine', () => {
  // RFC 4180, section 2, rules 5 to 7.
  it('encloses what holds a comma, a quote or a line break in quotes, and doubles the quotes in it', () => {
    expect(toCsvLine(['aaa', 'b\r\nbb', 'c,cc'])).toBe('aaa,"b\r\nbb","c,cc"\r\n');
    expect(toCsvLine(['aaa', 'b"bb', 'ccc'])).toBe('aaa,"b""bb",ccc\r\n');
  });

  it('writes numbers as they are and nothing for null', () => {
    expect(toCsvLine([1e-7, null, 0])).toBe('1e-7,,0\r\n');
  });

  it('is what splitCsvLine reads back', () => {
    const fields = ['a,b', '"', 'c', ''];
    expect(splitCsvLine(toCsvLine(fields).slice(0, -2))).toEqual(fields);
  });
});
