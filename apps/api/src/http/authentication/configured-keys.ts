import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { fileKeySet, issuerKeySet, type KeySetSource } from './key-set-sources';

/** RFC 7518, 3.2: a key for HS256 has at least the size of the hash. */
const MINIMUM_SECRET_BYTES = 32;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

type SecretSettings = Pick<Environment, 'jwtSecrets' | 'nodeEnv'>;

/** A secret that is too short can be found by trying: a warning, and in production no start. */
export function checkSecrets({ jwtSecrets, nodeEnv }: SecretSettings, logger: Logger): void {
  if (jwtSecrets.every((secret) => Buffer.byteLength(secret) >= MINIMUM_SECRET_BYTES)) return;
  const problem = `JWT_SECRET has a secret of less than ${MINIMUM_SECRET_BYTES} bytes, which can be found by trying`;
  const remedy = 'openssl rand -hex 32 makes a good one';
  if (nodeEnv === 'production') throw new Error(`${problem}; ${remedy}. NODE_ENV=production refuses it`);
  logger.warn(`${problem}; ${remedy}. With NODE_ENV=production the API does not start`);
}

/** The secret that an HS256 token was signed with, if it is one of these. */
export function secretThatSigned(token: string, secrets: readonly KeyObject[]): KeyObject | undefined {
  const end = token.lastIndexOf('.');
  const content = token.slice(0, end);
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return secrets.find((secret) => {
    const expected = createHmac('sha256', secret).update(content).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}

type KeySetSettings = Pick<Environment, 'jwtJwksUri' | 'jwtJwksFile' | 'jwtJwksAllowHttp'>;

/** Throws when no key is configured: a service that would refuse every token must not start. */
export function requireTokenKey(settings: KeySetSettings & Pick<Environment, 'jwtSecrets'>): void {
  if (settings.jwtSecrets.length > 0 || keySetSource(settings)) return;
  throw new Error('No key for tokens is configured: set JWT_SECRET, JWT_JWKS_URI or JWT_JWKS_FILE');
}

/** Where the public keys are read from, if anywhere. */
export function keySetSource(settings: KeySetSettings): KeySetSource | undefined {
  const { jwtJwksUri, jwtJwksFile, jwtJwksAllowHttp } = settings;
  if (jwtJwksUri && jwtJwksFile) {
    throw new Error('JWT_JWKS_URI and JWT_JWKS_FILE are both set: give one source for the keys');
  }
  if (!jwtJwksUri) return jwtJwksFile ? fileKeySet(jwtJwksFile) : undefined;
  const { protocol, hostname } = new URL(jwtJwksUri);
  if (protocol === 'http:' && !LOOPBACK_HOST.test(hostname) && !jwtJwksAllowHttp) {
    throw new Error(
      'JWT_JWKS_URI is http://, where anybody on the way can put in keys: use https://, or set JWT_JWKS_ALLOW_HTTP=true ' +
        'for an issuer in a network that is trusted',
    );
  }
  return issuerKeySet(jwtJwksUri);
}
