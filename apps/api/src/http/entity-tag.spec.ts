import { entityTagOf, isListed, isMatched, listedTags } from './entity-tag';

describe('entityTagOf', () => {
  it('is strong, and the SHA-1 of the body (FIPS 180: that of "abc" is a9993e36…)', () => {
    const digest = 'a9993e364706816aba3e25717850c26c9cd0d89d';
    expect(entityTagOf('abc')).toBe(`"${Buffer.from(digest, 'hex').toString('base64url')}"`);
    expect(entityTagOf(Buffer.from('abc'))).toBe(entityTagOf('abc'));
    expect(entityTagOf('é')).toBe(entityTagOf(Buffer.from('é', 'utf8')));
  });
});

describe('isListed', () => {
  // The field's examples in RFC 9110, 13.1.2.
  it.each([
    ['"xyzzy"', '"xyzzy"'],
    ['W/"xyzzy"', '"xyzzy"'],
    ['"xyzzy", "r2d2xxxx", "c3piozzzz"', '"c3piozzzz"'],
    ['W/"xyzzy", W/"r2d2xxxx", W/"c3piozzzz"', '"r2d2xxxx"'],
    ['*', '"anything"'],
    [' * ', '"anything"'],
    ['"a,b" , "c"', '"a,b"'],
    ['""', '""'],
    ['"xyzzy","r2d2"', '"r2d2"'],
  ])('finds in %s the tag %s', (field, tag) => {
    expect(isListed(tag, field)).toBe(true);
  });

  it.each([
    ['"xyzzy"', '"xyzz"'],
    ['"XYZZY"', '"xyzzy"'],
    ['xyzzy', '"xyzzy"'],
    ['"a,b"', '"a"'],
    ['"*"', '"anything"'],
    ['', '"anything"'],
    ['"xyzzy', '"xyzzy"'],
  ])('does not find in %s the tag %s', (field, tag) => {
    expect(isListed(tag, field)).toBe(false);
  });

  it('takes time in proportion to the length of what it reads', () => {
    expect(isListed('"x"', 'W/"'.repeat(5_000))).toBe(false);
    expect(listedTags('"'.repeat(10_001))).toHaveLength(5_000);
  });
});

describe('isMatched', () => {
  // The field's examples in RFC 9110, 13.1.1.
  it.each([
    ['"xyzzy"', '"xyzzy"'],
    ['"xyzzy", "r2d2xxxx", "c3piozzzz"', '"c3piozzzz"'],
    ['*', '"anything"'],
    [' * ', '"anything"'],
    ['"a,b" ,, W/"x", "c"', '"c"'],
    ['"a,b"', '"a,b"'],
  ])('finds in %s the tag %s', (field, tag) => {
    expect(isMatched(tag, field)).toBe(true);
  });

  it.each([
    ['W/"xyzzy"', '"xyzzy"'],
    ['w/"xyzzy"', '"xyzzy"'],
    ['"XYZZY"', '"xyzzy"'],
    ['xyzzy', '"xyzzy"'],
    ['"xyzzy" or so', '"xyzzy"'],
    ['"xyzzy", *', '"xyzzy"'],
    ['"*"', '"anything"'],
    ['', '"anything"'],
    ['"xyzzy', '"xyzzy"'],
  ])('does not find in %s the tag %s', (field, tag) => {
    expect(isMatched(tag, field)).toBe(false);
  });
});
