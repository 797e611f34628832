import { codedTag, entityTagOf, findListed, isMatched, listedTags } from './entity-tag';

describe('entityTagOf', () => {
  it('is strong, and the SHA-1 of the body (FIPS 180: that of "abc" is a9993e36…)', () => {
    const digest = 'a9993e364706816aba3e25717850c26c9cd0d89d';
    expect(entityTagOf('abc')).toBe(`"${Buffer.from(digest, 'hex').toString('base64url')}"`);
    expect(entityTagOf(Buffer.from('abc'))).toBe(entityTagOf('abc'));
    expect(entityTagOf('é')).toBe(entityTagOf(Buffer.from('é', 'utf8')));
  });
});

describe('findListed', () => {
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
    expect(findListed(tag, field)).toBe(tag);
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
    expect(findListed(tag, field)).toBeUndefined();
  });

  it('takes time in proportion to the length of what it reads', () => {
    expect(findListed('"x"', 'W/"'.repeat(5_000))).toBeUndefined();
    expect(listedTags('"'.repeat(10_001))).toHaveLength(5_000);
  });
});

describe('the tag of a coded answer', () => {
  // RFC 9110, 8.8.3.3: the tags of "123-a" and of its coded form "123-b" differ.
  it('is another one, and found as the one that the client has', () => {
    expect(codedTag('"xyzzy"', 'gzip')).toBe('"xyzzy-gzip"');
    for (const coding of ['br', 'deflate', 'gzip']) {
      const coded = codedTag('"xyzzy"', coding);
      expect(findListed('"xyzzy"', `"r2d2", W/${coded}`)).toBe(coded);
      expect(isMatched('"xyzzy"', coded)).toBe(true);
      expect(isMatched('"xyzzy"', `W/${coded}`)).toBe(false);
      expect(listedTags(coded)).toContain('xyzzy');
    }
  });

  it('is not mistaken where a tag ends so by itself', () => {
    expect(findListed('"xyzzy-br"', '"xyzzy-br"')).toBe('"xyzzy-br"');
    expect(findListed('"xyzzy-br"', '"xyzzy-br-gzip"')).toBe('"xyzzy-br-gzip"');
    expect(isMatched('"xyzzy-br"', '"xyzzy"')).toBe(false);
    expect(isMatched('"xyzzy"', '"xyzzy-zip"')).toBe(false);
    expect(isMatched('"xyzzy"', '"xyzzygzip"')).toBe(false);
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
