import { exportJWK } from 'jose';
import { sign, type SignOptions } from 'jsonwebtoken';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';

export const SECRETS = ['the-new-secret-of-the-service', 'the-old-secret-of-the-service'];

interface SigningKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const rsa = (kid: string): SigningKey => ({
  kid,
  alg: 'RS256',
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});
const ec = (kid: string): SigningKey => ({
  kid,
  alg: 'ES256',
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

export const RSA_1 = rsa('rsa-1');
export const RSA_2 = rsa('rsa-2');
export const EC_1 = ec('ec-1');

export function tokenOf({ kid, alg, privateKey }: SigningKey, options: SignOptions = {}): string {
  return sign({ sub: 'tester' }, privateKey, { algorithm: alg, keyid: kid, expiresIn: 60, ...options });
}

export function hmacToken(secret = SECRETS[0], claims: object = { sub: 'tester' }): string {
  return sign(claims, secret, { algorithm: 'HS256' });
}

export function base64url(content: string): string {
  return Buffer.from(content).toString('base64url');
}

/** A token whose parts are made by hand, with a good HMAC of the first secret unless another is given. */
export function handMade(header: string, claims = '{"sub":"tester"}', secret: string = SECRETS[0]): string {
  const content = `${base64url(header)}.${base64url(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

export async function keySetText(...keys: readonly SigningKey[]): Promise<string> {
  const entries = keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid }));
  return JSON.stringify({ keys: await Promise.all(entries) });
}
