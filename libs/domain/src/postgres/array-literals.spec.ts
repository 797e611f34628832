import { arrayLiteral, textArrayLiteral } from './array-literals';

describe('array literals', () => {
  it('quote texts and escape as section 8.15.6 of the manual of PostgreSQL says', () => {
    expect(textArrayLiteral(['a', 'a,{b}', 'say "x"', 'c\\d', 'NULL', ''])).toBe(
      '{"a","a,{b}","say \\"x\\"","c\\\\d","NULL",""}',
    );
  });

  it('leave numbers and times as they are', () => {
    expect(arrayLiteral([1, 2.5, '2024-01-01T00:00:00.000Z'])).toBe('{1,2.5,2024-01-01T00:00:00.000Z}');
    expect(textArrayLiteral([])).toBe('{}');
  });
});
