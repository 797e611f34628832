import type { Request, Response } from 'express';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { TokenMissing } from './token-refused';
import { createTokenVerifier } from './token-verifier';

// RFC 7515, A.1: the key and the token of the HS256 example; its exp is 1300819380.
const RFC_KEY = createSecretKey(
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'base64url',
);
const RFC_TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
  'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const RFC_EXP_MILLISECONDS = 1_300_819_380_000;

const verifier = (keyOf: (token: string) => Promise<KeyObject>, options = {}) => {
  const verify = createTokenVerifier({ algorithms: ['HS256'], requireExpiration: false, ...options, keyOf });
  return (token?: string) => {
    const headersDistinct = token === undefined ? {} : { authorization: [`Bearer ${token}`] };
    return verify({ headersDistinct } as Request, {} as Response);
  };
};
const withKey = (options = {}) => verifier(() => Promise.resolve(RFC_KEY), options);
const signed = (claims: object) => sign(claims, RFC_KEY, { algorithm: 'HS256', noTimestamp: true });
/** Signs claims as text, also such as the library would not make of an object. */
const signedText = (claims: string) => sign(claims, RFC_KEY, { algorithm: 'HS256' });

describe('createTokenVerifier', () => {
  afterEach(() => jest.useRealTimers());

  it('accepts the token of RFC 7515 until the second of its exp', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: RFC_EXP_MILLISECONDS - 60_000 });
    await expect(withKey()(RFC_TOKEN)).resolves.toEqual({
      iss: 'joe',
      exp: 1_300_819_380,
      'http://example.com/is_root': true,
    });
    jest.setSystemTime(RFC_EXP_MILLISECONDS);
    await expect(withKey()(RFC_TOKEN)).rejects.toThrow('jwt expired');
  });

  it('rejects a request without a token', async () => {
    await expect(withKey()()).rejects.toThrow(TokenMissing);
  });

  it('rejects with the reason why there is no key', async () => {
    const verify = verifier(() => Promise.reject(new Error('no such key')));
    await expect(verify(RFC_TOKEN)).rejects.toThrow('no such key');
  });

  it('rejects when the verifier itself throws', async () => {
    const verify = verifier(() => Promise.resolve(undefined as unknown as KeyObject));
    await expect(verify(RFC_TOKEN)).rejects.toThrow('secret or public key must be provided');
  });

  it.each(['null', '[]', '"text"', '7', 'not JSON'])('rejects the claims %s', async (claims) => {
    await expect(withKey()(signedText(claims))).rejects.toThrow('not a JSON object');
  });

  it.each(['"4102444800"', '-1', '0', '1e300', '1e999', '253402300800', 'null', 'true', '[]', '{}'])(
    'rejects the exp %s',
    async (exp) => {
      await expect(withKey()(signedText(`{"exp":${exp}}`))).rejects.toThrow(/exp/);
    },
  );

  it.each(['"0"', '4102444800', '1e999', 'null', '[]'])('rejects the nbf %s', async (nbf) => {
    await expect(withKey()(signedText(`{"nbf":${nbf}}`))).rejects.toThrow(/nbf|not active/);
  });

  it('accepts an exp in the future, an nbf in the past, and neither', async () => {
    await expect(withKey()(signed({ exp: 4_102_444_800, nbf: 1 }))).resolves.toMatchObject({ nbf: 1 });
    await expect(withKey()(signed({ sub: 'x' }))).resolves.toEqual({ sub: 'x' });
  });

  it('demands exp where that is configured', async () => {
    const verify = withKey({ requireExpiration: true });
    await expect(verify(signed({ sub: 'x' }))).rejects.toThrow('The token has no exp');
    await expect(verify(signed({ exp: 4_102_444_800 }))).resolves.toBeDefined();
  });

  it('demands the issuer and the audience where they are configured', async () => {
    const verify = withKey({ issuer: 'core', audience: 'market' });
    await expect(verify(signed({ iss: 'core', aud: ['other', 'market'] }))).resolves.toBeDefined();
    await expect(verify(signed({ iss: 'core', aud: 'other' }))).rejects.toThrow('jwt audience invalid');
    await expect(verify(signed({ iss: 'core' }))).rejects.toThrow('jwt audience invalid');
    await expect(verify(signed({ iss: 'eroc', aud: 'market' }))).rejects.toThrow('jwt issuer invalid');
    await expect(verify(signed({ iss: ['core'], aud: 'market' }))).rejects.toThrow('jwt issuer invalid');
  });

  it('keeps requests apart that wait for their keys at the same time', async () => {
    const resolvers: ((key: KeyObject) => void)[] = [];
    const verify = verifier(() => new Promise((resolve) => resolvers.push(resolve)));
    const results = [verify(signed({ sub: 'first' })), verify(signed({ sub: 'second' }))];
    for (const resolve of resolvers.reverse()) resolve(RFC_KEY);
    await expect(Promise.all(results)).resolves.toEqual([{ sub: 'first' }, { sub: 'second' }]);
  });
});
