import { generateKeyPairSync } from 'node:crypto';
import { verify } from 'jsonwebtoken';
import { choosePublicKey, parsePublicKeySet } from './public-keys';

// RFC 7515, A.2 and A.3: the public keys and the tokens of the RS256 and the ES256 example.
const RFC_CLAIMS =
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
const RFC_RSA = {
  kty: 'RSA',
  n:
    'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ' +
    'S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2' +
    'R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD' +
    'TW9gb54h4FRWyuXpoQ',
  e: 'AQAB',
};
const RFC_RSA_TOKEN =
  `eyJhbGciOiJSUzI1NiJ9.${RFC_CLAIMS}.` +
  'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr' +
  '7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--x' +
  'i12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_Ioy' +
  'pGlUPQGe77Rw';
const RFC_EC = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const RFC_EC_PRIVATE = { ...RFC_EC, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' };
const RFC_EC_TOKEN = `eyJhbGciOiJFUzI1NiJ9.${RFC_CLAIMS}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`;

const parse = (...keys: unknown[]) => parsePublicKeySet(JSON.stringify({ keys }));

describe('parsePublicKeySet', () => {
  it.each([
    ['RS256', RFC_RSA, RFC_RSA_TOKEN],
    ['ES256', RFC_EC, RFC_EC_TOKEN],
  ] as const)('imports the %s key of RFC 7515, which verifies its token', async (algorithm, entry, token) => {
    const { keys, ignored } = await parse(entry);
    expect(ignored).toEqual([]);
    const key = choosePublicKey(keys, { algorithm });
    expect(verify(token, key!, { algorithms: [algorithm], ignoreExpiration: true })).toMatchObject({
      iss: 'joe',
    });
    const forged = token.slice(0, -8) + 'AAAAAAAA'.slice(0, 8);
    expect(() => verify(forged, key!, { algorithms: [algorithm] })).toThrow('invalid signature');
  });

  it('takes a key that says what it is for', async () => {
    const { keys } = await parse({ ...RFC_RSA, kid: 'a', alg: 'RS256', use: 'sig', key_ops: ['verify'] });
    expect(keys).toMatchObject([{ algorithm: 'RS256', keyId: 'a' }]);
  });

  const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
  const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  it.each([
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ' }],
    ['a private key', RFC_EC_PRIVATE],
    ['a key on another curve', p384],
    ['an Ed25519 key', ed25519],
    ['an RSA key under 2048 bits', shortKey],
    ['an encryption key', { ...RFC_RSA, use: 'enc' }],
    ['a key for other operations', { ...RFC_RSA, key_ops: ['encrypt'] }],
    ['a key for another algorithm', { ...RFC_RSA, alg: 'RS512' }],
    ['an RSA key for ES256', { ...RFC_RSA, alg: 'ES256' }],
    ['a key without its numbers', { kty: 'RSA' }],
    ['a point off the curve', { ...RFC_EC, y: RFC_EC.x }],
    ['a number as kid', { ...RFC_RSA, kid: 7 }],
    ['an endless kid', { ...RFC_RSA, kid: 'k'.repeat(257) }],
    ['key operations that are no list', { ...RFC_RSA, key_ops: 'verify-not' }],
    ['null', null],
    ['a text', 'key'],
  ])('sets %s aside and keeps the rest', async (_what, entry) => {
    const { keys, ignored } = await parse(entry, { ...RFC_EC, kid: 'good' });
    expect(keys.map(({ keyId }) => keyId)).toEqual(['good']);
    expect(ignored).toHaveLength(1);
  });

  it('sets a second key with the same kid and algorithm aside', async () => {
    const { keys, ignored } = await parse(
      { ...RFC_RSA, kid: 'a' },
      { ...RFC_EC, kid: 'a' },
      { ...RFC_RSA, kid: 'a' },
    );
    expect(keys.map(({ algorithm }) => algorithm)).toEqual(['RS256', 'ES256']);
    expect(ignored).toEqual([{ keyId: 'a', reason: 'an earlier key has the same kid and alg' }]);
  });

  it('refuses over 100 keys', async () => {
    await expect(parse(...Array<object>(101).fill(RFC_EC))).rejects.toThrow('over 100 keys');
  });

  it.each(['', '<html>', 'null', '[]', '{}', '{"keys":{}}', '"keys"'])(
    'throws for the text %j',
    async (text) => {
      await expect(parsePublicKeySet(text)).rejects.toThrow();
    },
  );
});

describe('choosePublicKey', () => {
  it('chooses by kid and algorithm together', async () => {
    const { keys } = await parse({ ...RFC_RSA, kid: 'a' }, { ...RFC_EC, kid: 'b' });
    expect(choosePublicKey(keys, { algorithm: 'RS256', keyId: 'a' })).toBe(keys[0].key);
    expect(choosePublicKey(keys, { algorithm: 'ES256', keyId: 'b' })).toBe(keys[1].key);
    expect(choosePublicKey(keys, { algorithm: 'ES256', keyId: 'a' })).toBeUndefined();
    expect(choosePublicKey(keys, { algorithm: 'RS256', keyId: 'c' })).toBeUndefined();
  });

  it('chooses without a kid only where there is no choice', async () => {
    const { keys } = await parse({ ...RFC_RSA, kid: 'a' }, { ...RFC_EC, kid: 'b' }, { ...RFC_EC, kid: 'c' });
    expect(choosePublicKey(keys, { algorithm: 'RS256' })).toBe(keys[0].key);
    expect(choosePublicKey(keys, { algorithm: 'ES256' })).toBeUndefined();
  });

  it('never falls back from an unknown kid to a key without one', async () => {
    const { keys } = await parse(RFC_RSA);
    expect(choosePublicKey(keys, { algorithm: 'RS256', keyId: 'a' })).toBeUndefined();
  });
});
