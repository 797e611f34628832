import { hasAtMostCharacters, isPlainText } from './plain-text';

describe('isPlainText', () => {
  it.each(['', 'BTC/USDT', 'é', '日本', '😀', 'a\u00a0b', '\u202e', "'; drop table --"])(
    'accepts %j',
    (text) => {
      expect(isPlainText(text, { lineBreaks: false })).toBe(true);
    },
  );

  it.each([
    '\u0000',
    'a\u0000b',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u009f',
    '\ud800',
    '\udc00\ud800',
    'a\udfff',
  ])('refuses %j, with or without line breaks', (text) => {
    expect(isPlainText(text, { lineBreaks: false })).toBe(false);
    expect(isPlainText(text, { lineBreaks: true })).toBe(false);
  });

  it.each(['a\nb', 'a\r\nb', 'a\tb'])('accepts %j only where lines may break', (text) => {
    expect(isPlainText(text, { lineBreaks: true })).toBe(true);
    expect(isPlainText(text, { lineBreaks: false })).toBe(false);
  });
});

describe('hasAtMostCharacters', () => {
  it('counts a pair of surrogates as one', () => {
    expect(hasAtMostCharacters('abc', 3)).toBe(true);
    expect(hasAtMostCharacters('abcd', 3)).toBe(false);
    expect(hasAtMostCharacters('😀😀😀', 3)).toBe(true);
    expect(hasAtMostCharacters('😀😀😀a', 3)).toBe(false);
    expect(hasAtMostCharacters('😀ab', 3)).toBe(true);
    expect(hasAtMostCharacters('x'.repeat(7), 3)).toBe(false);
  });
});
