import type { Express } from 'express';
import { sign } from 'jsonwebtoken';
import request from 'supertest';
import { Issuer } from './test/issuer';
import {
  base64url,
  EC_1,
  handMade,
  hmacToken,
  keySetText,
  RSA_1,
  RSA_2,
  SECRETS,
  tokenOf,
} from './test/signing-keys';
import { get, PATH, type TinyService, tinyService } from './test/tiny-service';

const FAR_FUTURE_SECONDS = 4_102_444_800;

const good = hmacToken();
const [header, claims, signature] = good.split('.');
const rsaPublicText = RSA_1.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('createAuthentication', () => {
  let issuer: Issuer;
  let service: TinyService;
  let app: Express;

  beforeAll(async () => {
    issuer = new Issuer(await keySetText(RSA_1, EC_1));
    await issuer.open();
    service = tinyService({ jwtSecrets: SECRETS, jwtJwksUri: issuer.uri });
    ({ app } = service);
  });

  afterAll(async () => {
    service.close();
    await issuer.shut();
  });

  it('refuses to start without any key', () => {
    expect(() => tinyService({})).toThrow('set JWT_SECRET, JWT_JWKS_URI or JWT_JWKS_FILE');
  });

  it('refuses to start with two sources of keys', () => {
    expect(() => tinyService({ jwtJwksUri: issuer.uri, jwtJwksFile: 'keys.json' })).toThrow('both set');
  });

  it.each([
    ['HS256 of the first secret', hmacToken(SECRETS[0])],
    ['HS256 of the second secret', hmacToken(SECRETS[1])],
    ['RS256', tokenOf(RSA_1)],
    ['ES256', tokenOf(EC_1)],
    ['RS256 without a kid', sign({ sub: 'tester' }, RSA_1.privateKey, { algorithm: 'RS256' })],
    ['the type at+jwt', tokenOf(RSA_1, { header: { alg: 'RS256', typ: 'at+jwt' } })],
  ])('accepts %s', async (_what, token) => {
    const response = await get(app, token).expect(200);
    expect(response.body).toMatchObject({ path: PATH, user: { sub: 'tester' } });
  });

  it.each<[string, string]>([
    ['an empty signature', `${header}.${claims}.`],
    ['an empty signature and an unknown kid', `${base64url('{"alg":"RS256","kid":"x"}')}.${claims}.`],
    ['an ECDSA signature of the wrong length', `${base64url('{"alg":"ES256","kid":"ec-1"}')}.${claims}.c2ln`],
    ['an RSA signature of the wrong length', `${base64url('{"alg":"RS256","kid":"rsa-1"}')}.${claims}.c2ln`],
    ['alg none', `${base64url('{"alg":"none"}')}.${claims}.`],
    ['alg none with a signature', handMade('{"alg":"none"}')],
    ['HS512', sign({}, SECRETS[0], { algorithm: 'HS512' })],
    ['RS512', sign({}, RSA_1.privateKey, { algorithm: 'RS512', keyid: 'rsa-1' })],
    ['PS256', sign({}, RSA_1.privateKey, { algorithm: 'PS256', keyid: 'rsa-1' })],
    ['an RSA public key as HMAC secret', handMade('{"alg":"HS256","kid":"rsa-1"}', undefined, rsaPublicText)],
    ['RS256 over an HMAC', handMade('{"alg":"RS256","kid":"rsa-1"}', undefined, rsaPublicText)],
    ['the kid of a key of another type', tokenOf(RSA_1, { keyid: 'ec-1' })],
    ['the right kid over a foreign key', tokenOf(RSA_2, { keyid: 'rsa-1' })],
    ['a foreign secret', hmacToken('a-secret-of-somebody-else')],
    ['both secrets in one text', hmacToken(SECRETS.join(','))],
    ['other claims under a good signature', `${header}.${base64url('{"sub":"root"}')}.${signature}`],
    ['a header that is not JSON', handMade('alg: HS256')],
    ['a header in a list', handMade('[{"alg":"HS256"}]')],
    ['a numeric kid', handMade('{"alg":"HS256","kid":7}')],
    ['an endless kid', handMade(`{"alg":"HS256","kid":"${'k'.repeat(257)}"}`)],
    ['crit', handMade('{"alg":"HS256","crit":["exp"]}')],
    ['b64: false', handMade('{"alg":"HS256","b64":false,"crit":["b64"]}')],
    ['the type JWE', handMade('{"alg":"HS256","typ":"JWE"}')],
    ['nested JSON', handMade('{"alg":"HS256"}', '['.repeat(2_000))],
    ['claims that are a list', handMade('{"alg":"HS256","typ":"JWT"}', '[]')],
    ['claims that are null', handMade('{"alg":"HS256","typ":"JWT"}', 'null')],
    ['claims that are not JSON', handMade('{"alg":"HS256","typ":"JWT"}', '{')],
    ['an exp in the past', hmacToken(SECRETS[0], { exp: 1_300_819_380 })],
    ['an exp in text', handMade('{"alg":"HS256"}', `{"exp":"${FAR_FUTURE_SECONDS}"}`)],
    ['a huge exp', handMade('{"alg":"HS256"}', '{"exp":1e300}')],
    ['a negative exp', handMade('{"alg":"HS256"}', '{"exp":-1}')],
    ['an nbf in the future', hmacToken(SECRETS[0], { nbf: FAR_FUTURE_SECONDS })],
    ['an nbf in text', handMade('{"alg":"HS256"}', '{"nbf":"0"}')],
    ['over 8 KiB', hmacToken(SECRETS[0], { padding: 'x'.repeat(8_192) })],
    ['letters beyond ASCII', `${good}é`],
    ['a token in a token', `${good}.${good}`],
    ['white space inside', `${header}. ${claims}.${signature}`],
    ['another scheme in the token', `Basic ${good}`],
    ['a comma and another token', `${good}, Bearer ${good}`],
  ])('refuses %s', async (_what, token) => {
    const response = await get(app, token).expect(401);
    // The characters that RFC 6750, 3, allows in a description.
    expect(response.headers['www-authenticate']).toMatch(
      /^Bearer error="invalid_token", error_description="[\x20\x21\x23-\x5B\x5D-\x7E]+"$/,
    );
    expect(Object.keys(response.body as object)).toEqual(['detail']);
  });

  it('refuses every token with one letter changed', async () => {
    const server = app.listen(0, '127.0.0.1');
    for (const token of [good, tokenOf(EC_1), tokenOf(RSA_1)]) {
      // A changed kid would wait for the issuer; that has tests of its own.
      const start = token === good ? 0 : token.indexOf('.');
      for (let index = start; index < token.length; index += 7) {
        const letter = token[index] === 'A' ? 'B' : 'A';
        await get(server, token.slice(0, index) + letter + token.slice(index + 1)).expect(401);
      }
      await get(server, token).expect(200);
    }
    server.close();
  });

  it.each([
    ['another scheme', 'Basic dGVzdDp0ZXN0'],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a blank', 'Bearer '],
    ['an unknown scheme', 'Token x'],
    ['a good token without the scheme', good],
  ])('finds no token in %s', async (_name, value) => {
    const response = await request(app).get(PATH).set('authorization', value).expect(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('takes no token from the query, a cookie or X-API-Key', async () => {
    await request(app).get(`${PATH}?token=${good}&access_token=${good}`).expect(401);
    await request(app).get(PATH).set('x-api-key', good).set('cookie', `token=${good}`).expect(401);
  });

  it('says why, in the body and in the header', async () => {
    const none = 'A bearer token is needed: Authorization: Bearer <token>';
    await request(app).get(PATH).expect(401, { detail: none }).expect('www-authenticate', 'Bearer');
    const foreign = 'No key of this service fits the token';
    await get(app, hmacToken('a-secret-of-somebody-else'))
      .expect(401, { detail: foreign })
      .expect('www-authenticate', `Bearer error="invalid_token", error_description="${foreign}"`);
  });

  it('answers problem+json to clients that accept it', async () => {
    const response = await request(app).get(PATH).set('accept', 'application/problem+json').expect(401);
    expect(JSON.parse(response.text)).toMatchObject({ status: 401, title: 'Unauthorized', instance: PATH });
  });

  it('checks exp, issuer and audience as configured', async () => {
    const strict = tinyService({
      jwtSecrets: SECRETS,
      jwtIssuer: 'core',
      jwtAudience: 'market',
      jwtRequireExp: true,
    }).app;
    const required = { iss: 'core', aud: 'market' };
    const request = (change: object) => get(strict, hmacToken(SECRETS[0], { ...required, ...change }));
    const exp = FAR_FUTURE_SECONDS;
    await request({ exp }).expect(200);
    await request({}).expect(401, { detail: 'The token has no exp' });
    await request({ exp, iss: 'x' }).expect(401, { detail: 'The token is from another issuer' });
    await request({ exp, aud: ['x'] }).expect(401, { detail: 'The token is for another audience' });
    await request({ exp: 1 }).expect(401, { detail: 'The token has expired' });
    await request({ exp, nbf: exp - 1 }).expect(401, { detail: 'The token is not valid yet' });
  });

  it('refuses HS256 where only an issuer is configured, and RS256 where only secrets are', async () => {
    const publicKeysOnly = tinyService({ jwtJwksUri: issuer.uri });
    await get(publicKeysOnly.app, tokenOf(RSA_1)).expect(200);
    await get(publicKeysOnly.app, handMade('{"alg":"HS256"}', undefined, rsaPublicText)).expect(401);
    publicKeysOnly.close();
    const secretsOnly = tinyService({ jwtSecrets: SECRETS });
    await get(secretsOnly.app, good).expect(200);
    await get(secretsOnly.app, tokenOf(RSA_1)).expect(401);
  });

  it('never logs a token', async () => {
    const token = tokenOf(RSA_1);
    await get(app, token).expect(200);
    await get(app, `${token}x`).expect(401);
    expect(service.logged.join()).toContain('Token keys were read');
    expect(service.logged.join()).not.toContain('eyJ');
  });
});
