import { TokenRefused } from './token-refused';

export type PublicKeyAlgorithm = 'RS256' | 'ES256';
export type SignatureAlgorithm = 'HS256' | PublicKeyAlgorithm;

export interface TokenHeader<T extends SignatureAlgorithm = SignatureAlgorithm> {
  readonly algorithm: T;
  readonly keyId?: string;
}

export const MAXIMUM_KEY_ID_LENGTH = 256;
const COMPACT_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const TOKEN_TYPES: readonly unknown[] = ['jwt', 'at+jwt'];

// A byte order mark stays in the text, so that JSON.parse refuses it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what a token says of itself, before any key is looked for; throws TokenRefused for all but the plain form. */
export function readTokenHeader(token: string, allowed: readonly SignatureAlgorithm[]): TokenHeader {
  if (!COMPACT_FORM.test(token) || !token.split('.').every(isCanonical)) {
    throw new TokenRefused('The token is not three base64url parts');
  }
  const header = parseHeader(token.slice(0, token.indexOf('.')));
  const algorithm = allowed.find((name) => name === header.alg);
  if (!algorithm) throw new TokenRefused(`The token must be signed with ${allowed.join(' or ')}`);
  if (header.typ !== undefined && !TOKEN_TYPES.includes(lowerCased(header.typ))) {
    throw new TokenRefused('The token is of another type than JWT or at+jwt');
  }
  if (header.crit !== undefined || header.b64 !== undefined) {
    throw new TokenRefused('The token requires an extension that is not offered');
  }
  const keyId = header.kid;
  if (keyId === undefined) return { algorithm };
  if (typeof keyId !== 'string' || keyId.length > MAXIMUM_KEY_ID_LENGTH) {
    throw new TokenRefused(`The kid of the token is not a text of up to ${MAXIMUM_KEY_ID_LENGTH} characters`);
  }
  return { algorithm, keyId };
}

/** Whether this is the one spelling of its bytes: decoders pass over stray bits at the end. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function parseHeader(part: string): Readonly<Record<string, unknown>> {
  let header: unknown;
  try {
    header = JSON.parse(strictUtf8.decode(Buffer.from(part, 'base64url')));
  } catch {
    header = undefined;
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new TokenRefused('The header of the token is not a JSON object');
  }
  return header as Record<string, unknown>;
}

function lowerCased(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
