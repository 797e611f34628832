import request from 'supertest';
import { Issuer } from './test/issuer';
import { hmacToken, keySetText, RSA_1, RSA_2, SECRETS, tokenOf } from './test/signing-keys';
import { get, tinyService } from './test/tiny-service';
import { VerifiedTokens } from './verified-tokens';

const NOON_SECONDS = Date.UTC(2026, 0, 1, 12) / 1000;

function setClock(seconds: number): void {
  jest.spyOn(Date, 'now').mockReturnValue(seconds * 1000);
}

afterEach(() => jest.restoreAllMocks());

describe('VerifiedTokens', () => {
  const remember = (claims: object, token = 'a.b.c') => {
    const tokens = new VerifiedTokens(() => 1);
    tokens.keep(token, { ...claims }, 1);
    return tokens;
  };

  it('finds what it keeps, and nothing else', () => {
    const tokens = remember({ sub: 'tester' });
    expect(tokens.find('a.b.c')).toEqual({ sub: 'tester' });
    expect(tokens.find('a.b.d')).toBeUndefined();
  });

  // RFC 7519, 4.1.4 and 4.1.5: not accepted on or after exp, not before nbf.
  it('finds a token up to the second of its exp, and from that of its nbf', () => {
    const tokens = remember({ nbf: NOON_SECONDS, exp: NOON_SECONDS + 60 });
    setClock(NOON_SECONDS);
    expect(tokens.find('a.b.c')).toBeDefined();
    setClock(NOON_SECONDS + 59.999);
    expect(tokens.find('a.b.c')).toBeDefined();
    setClock(NOON_SECONDS + 60);
    expect(tokens.find('a.b.c')).toBeUndefined();
    expect(tokens.size).toBe(0);
    setClock(NOON_SECONDS - 0.001);
    expect(remember({ nbf: NOON_SECONDS }).find('a.b.c')).toBeUndefined();
  });

  it('forgets a token when the keys become others, also while it was verified', () => {
    let generation = 1;
    const tokens = new VerifiedTokens(() => generation);
    tokens.keep('a.b.c', {}, 1);
    generation = 2;
    expect(tokens.find('a.b.c')).toBeUndefined();
    tokens.keep('a.b.c', {}, 1);
    expect(tokens.size).toBe(0);
  });

  it('keeps a thousand at most, the last used ones, and no long one', () => {
    const tokens = new VerifiedTokens(() => 1);
    for (let number = 0; number < 5_000; number++) tokens.keep(`a.b.${number}`, {}, 1);
    tokens.keep('x'.repeat(2_049), {}, 1);
    expect(tokens.size).toBe(1_000);
    expect(tokens.find('a.b.4999')).toBeDefined();
    expect(tokens.find('a.b.3999')).toBeUndefined();
  });

  it('lets nobody change the claims that the next request receives', () => {
    const tokens = remember({ sub: 'tester' });
    expect(() => Object.assign(tokens.find('a.b.c')!, { sub: 'root' })).toThrow(TypeError);
  });
});

describe('a service that has seen a token', () => {
  it('refuses it the very second that it expires, and says so', async () => {
    const { app } = tinyService({ jwtSecrets: SECRETS });
    const token = hmacToken(SECRETS[0], { exp: NOON_SECONDS, iat: NOON_SECONDS - 60 });
    setClock(NOON_SECONDS - 0.001);
    await get(app, token).expect(200);
    await get(app, token).expect(200);
    setClock(NOON_SECONDS);
    await get(app, token).expect(401, { detail: 'The token has expired' });
  });

  it('still requires one Authorization header, and exactly this token', async () => {
    const { app } = tinyService({ jwtSecrets: SECRETS });
    const token = hmacToken();
    await get(app, token).expect(200);
    await request(app).get('/api').set('authorization', `bearer   ${token}`).expect(200);
    for (const value of [`${token}=`, `${token}, Bearer ${token}`, token.slice(0, -1), `x${token}`]) {
      await request(app).get('/api').set('authorization', `Bearer ${value}`).expect(401);
    }
  });

  it('refuses it once its key is removed from the key set', async () => {
    const issuer = new Issuer(await keySetText(RSA_1));
    await issuer.open();
    const service = tinyService({ jwtJwksUri: issuer.uri });
    const old = tokenOf(RSA_1);
    await get(service.app, old).expect(200);
    await get(service.app, old).expect(200);
    issuer.text = await keySetText(RSA_2);
    // An unknown key has the set read again.
    await get(service.app, tokenOf(RSA_2)).expect(200);
    await get(service.app, old).expect(401, { detail: 'No key of this service fits the token' });
    service.close();
    await issuer.shut();
  });

  it('does not verify it again: the signature costs nothing the second time', async () => {
    const { app } = tinyService({ jwtSecrets: SECRETS });
    const token = hmacToken();
    await get(app, token).expect(200);
    const decode = jest.spyOn(JSON, 'parse');
    await get(app, token).expect(200);
    const parsed = decode.mock.calls.map(([text]) => text);
    expect(parsed.filter((text) => text.includes('"alg"'))).toEqual([]);
  });
});
