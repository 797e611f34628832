import { expiryOf, readToken, subjectOf } from './token-claims';

// RFC 7515, A.1: the claims are {"iss":"joe","exp":1300819380,"http://example.com/is_root":true}.
const RFC_TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
  'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const tokenOf = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

describe('the claims of a token', () => {
  it('has the expiry of the example of RFC 7515', () => {
    expect(expiryOf(RFC_TOKEN)).toBe(1_300_819_380_000);
  });

  it('has its subject, in any script', () => {
    expect(subjectOf(tokenOf({ sub: 'Jürgen 東' }))).toBe('Jürgen 東');
  });

  // ECMA-262, 21.4.1.1: no time is more than 8.64e15 ms after the epoch.
  it('has no expiry beyond the last time there is', () => {
    expect(expiryOf(tokenOf({ exp: 8.64e12 }))).toBe(8.64e15);
    expect(expiryOf(tokenOf({ exp: 8.64e12 + 1 }))).toBeUndefined();
    expect(expiryOf(tokenOf({ exp: 1e300 }))).toBeUndefined();
  });

  it('is read as it is pasted: after Bearer, and with the lines of a terminal', () => {
    const wrapped = `Bearer ${RFC_TOKEN.slice(0, 40)}\n  ${RFC_TOKEN.slice(40)}\r\n`;
    expect(readToken(wrapped)).toBe(RFC_TOKEN);
  });

  it.each(['', ' ', `"${RFC_TOKEN}"`, 'eyJ…Q', '日本', 'a,b', 'a\0b'])('is not in %j', (text) => {
    expect(readToken(text)).toBeUndefined();
  });

  it.each(['', 'no token', 'a.b.c', tokenOf([]), tokenOf(null), tokenOf({ exp: 'soon', sub: 7 })])(
    'has neither in %j',
    (token) => {
      expect(expiryOf(token)).toBeUndefined();
      expect(subjectOf(token)).toBeUndefined();
    },
  );
});
