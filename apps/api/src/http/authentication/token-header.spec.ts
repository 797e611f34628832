import { readTokenHeader, type SignatureAlgorithm } from './token-header';
import { TokenRefused } from './token-refused';

const ALL: readonly SignatureAlgorithm[] = ['HS256', 'RS256', 'ES256'];

const encode = (content: string | Buffer) => Buffer.from(content).toString('base64url');
const tokenWith = (header: unknown) => `${encode(JSON.stringify(header))}.e30.c2ln`;

describe('readTokenHeader', () => {
  it('reads the algorithm and the kid', () => {
    expect(readTokenHeader(tokenWith({ alg: 'RS256', kid: 'k1', typ: 'JWT' }), ALL)).toEqual({
      algorithm: 'RS256',
      keyId: 'k1',
    });
  });

  // RFC 7515, A.1: a header with a line break and a space in it.
  it('reads the header that RFC 7515 prints', () => {
    expect(readTokenHeader('eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.e30.c2ln', ALL)).toEqual({
      algorithm: 'HS256',
    });
  });

  it.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT'])('accepts the type %s', (typ) => {
    expect(readTokenHeader(tokenWith({ alg: 'ES256', typ }), ALL)).toEqual({ algorithm: 'ES256' });
  });

  it('accepts a kid of 256 characters', () => {
    const kid = 'k'.repeat(256);
    expect(readTokenHeader(tokenWith({ alg: 'RS256', kid }), ALL).keyId).toBe(kid);
  });

  it.each([
    'none',
    'None',
    'HS384',
    'HS512',
    'RS512',
    'PS256',
    'EdDSA',
    'hs256',
    '',
    256,
    null,
    ['HS256'],
    { a: 1 },
  ])('refuses the algorithm %j', (alg) => {
    expect(() => readTokenHeader(tokenWith({ alg }), ALL)).toThrow(TokenRefused);
  });

  it('refuses an algorithm that is known but not configured', () => {
    expect(() => readTokenHeader(tokenWith({ alg: 'HS256' }), ['RS256', 'ES256'])).toThrow(
      'The token must be signed with RS256 or ES256',
    );
  });

  it.each([
    { typ: 'JWE' },
    { typ: null },
    { typ: 1 },
    { typ: ['JWT'] },
    { crit: [] },
    { crit: ['exp'] },
    { crit: null },
    { b64: false },
    { b64: true },
    { kid: 1 },
    { kid: null },
    { kid: { toString: 'x' } },
  ])('refuses a header with %j', (member) => {
    expect(() => readTokenHeader(tokenWith({ alg: 'HS256', ...member }), ALL)).toThrow(TokenRefused);
  });

  it('refuses a kid of 257 characters', () => {
    const token = tokenWith({ alg: 'HS256', kid: 'k'.repeat(257) });
    expect(() => readTokenHeader(token, ALL)).toThrow(TokenRefused);
  });

  const good = encode('{"alg":"HS256"}');
  it.each([
    ['one part', good],
    ['two parts', `${good}.e30`],
    ['four parts', `${good}.e30.c2ln.x`],
    ['five parts', `${good}.e30.c2ln.c2ln.c2ln`],
    ['no header', '.e30.c2ln'],
    ['no claims', `${good}..c2ln`],
    ['no signature', `${good}.e30.`],
    ['padding', `${good}.e30=.c2ln`],
    ['the other base64 alphabet', `${good}.e30.c2+/`],
    ['white space', `${good}.e30.c2 ln`],
    ['a line break at the end', `${good}.e30.c2ln\n`],
    ['letters beyond ASCII', `${good}.e30.c2lñ`],
    ['a lone last character', `${good}.e30.c2lnc`],
    ['stray bits at the end', `${good}.e31.c2ln`],
    ['a header that is not JSON', `${encode('{alg:HS256}')}.e30.c2ln`],
    ['a header that is a list', `${encode('[{"alg":"HS256"}]')}.e30.c2ln`],
    ['a header that is null', `${encode('null')}.e30.c2ln`],
    ['a header that is a text', `${encode('"HS256"')}.e30.c2ln`],
    ['a header with a byte order mark', `${encode('\uFEFF{"alg":"HS256"}')}.e30.c2ln`],
    ['a header that is not UTF-8', `${encode(Buffer.from('{"alg":"HS256","x":"\xff"}', 'latin1'))}.e30.c2ln`],
    ['a header of 3,000 nested lists', `${encode('['.repeat(3000))}.e30.c2ln`],
    ['an algorithm under __proto__', `${encode('{"__proto__":{"alg":"HS256"}}')}.e30.c2ln`],
  ])('refuses a token with %s', (_what, token) => {
    expect(() => readTokenHeader(token, ALL)).toThrow(TokenRefused);
  });
});
