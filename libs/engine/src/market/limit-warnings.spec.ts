import { limitWarnings } from './limit-warnings';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `warning ${index}`);

/** The limits are the contract's: at most 50 warnings of 300 characters, names that cannot be stored escaped. */
describe('limitWarnings', () => {
  it('leaves few and short ones as they are', () => {
    expect(limitWarnings(numbered(50))).toEqual(numbered(50));
    expect(limitWarnings(['😀'.repeat(300)])).toEqual(['😀'.repeat(300)]);
  });

  it('counts those after the fiftieth', () => {
    expect(limitWarnings(numbered(10_000))).toEqual([...numbered(50), 'and 9950 more']);
  });

  it('cuts at 300 characters, between two of them', () => {
    expect(limitWarnings(['a'.repeat(1_000_000), '😀'.repeat(301)])).toEqual([
      `${'a'.repeat(299)}…`,
      `${'😀'.repeat(299)}…`,
    ]);
  });

  it('escapes what cannot be stored', () => {
    expect(limitWarnings(['a\u0000b', '\ud800c', 'd\udfff', 'e\nf', '😀'])).toEqual([
      'a\\u0000b',
      '\\ud800c',
      'd\\udfff',
      'e\\u000af',
      '😀',
    ]);
  });

  it('joins lists that were limited before', () => {
    const joined = [...limitWarnings(numbered(60)), ...limitWarnings(numbered(55))];
    expect(limitWarnings(joined)).toEqual([...numbered(50), 'and 65 more']);
  });
});
