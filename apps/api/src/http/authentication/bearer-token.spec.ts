import { bearerToken } from './bearer-token';
import { TokenMissing, TokenRefused } from './token-refused';

const read =
  (...authorization: string[]) =>
  () =>
    bearerToken({ headersDistinct: { authorization } });

describe('bearerToken', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc'])('reads %j', (header) => {
    expect(read(header)()).toBe('abc');
  });

  it('finds no token without a header', () => {
    expect(() => bearerToken({ headersDistinct: {} })).toThrow(TokenMissing);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearerabc', 'JWT abc', 'X Bearer abc', 'Bearer\tabc'])(
    'finds no token in %j',
    (header) => {
      expect(read(header)).toThrow(TokenMissing);
    },
  );

  it('refuses several headers, even equal ones', () => {
    expect(read('Bearer abc', 'Bearer abc')).toThrow('Only one Authorization header is allowed');
  });

  it('reads 8 KiB and refuses more', () => {
    expect(read(`Bearer ${'a'.repeat(8192)}`)()).toHaveLength(8192);
    expect(read(`Bearer ${'a'.repeat(8193)}`)).toThrow(TokenRefused);
  });
});
