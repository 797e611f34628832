import type { JWK } from 'jose';
import { KeyObject } from 'node:crypto';
import { MAXIMUM_KEY_ID_LENGTH, type PublicKeyAlgorithm, type TokenHeader } from './token-header';

export interface PublicKey {
  readonly algorithm: PublicKeyAlgorithm;
  readonly keyId?: string;
  readonly key: KeyObject;
}

export interface PublicKeySet {
  readonly keys: readonly PublicKey[];
  /** Keys that cannot be used here, each with the reason. */
  readonly ignored: readonly { readonly keyId: string; readonly reason: string }[];
}

const MAXIMUM_KEYS = 100;
/** RFC 7518, 3.3. */
const MINIMUM_RSA_BITS = 2048;

/** Reads a JSON Web Key Set. Single keys that do not fit are set aside; a text that is no key set throws. */
export async function parsePublicKeySet(text: string): Promise<PublicKeySet> {
  const entries = (JSON.parse(text) as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(entries)) throw new Error('There is no array of keys in the JSON Web Key Set');
  if (entries.length > MAXIMUM_KEYS) throw new Error(`The JSON Web Key Set has over ${MAXIMUM_KEYS} keys`);
  const keys: PublicKey[] = [];
  const ignored: { keyId: string; reason: string }[] = [];
  for (const entry of entries as unknown[]) {
    try {
      const key = await importPublicKey(entry as JWK);
      if (key.keyId !== undefined && fittingKeys(keys, key).length > 0) {
        throw new Error('an earlier key has the same kid and alg');
      }
      keys.push(key);
    } catch (error) {
      const keyId = String((entry as JWK | null)?.kid).slice(0, MAXIMUM_KEY_ID_LENGTH);
      ignored.push({ keyId, reason: (error as Error).message });
    }
  }
  return { keys, ignored };
}

/** The key with the token's kid; for a token without one the only key of its algorithm, if it is the only one. */
export function choosePublicKey(
  keys: readonly PublicKey[],
  header: TokenHeader<PublicKeyAlgorithm>,
): KeyObject | undefined {
  const fitting = fittingKeys(keys, header);
  return fitting.length === 1 ? fitting[0].key : undefined;
}

function fittingKeys(
  keys: readonly PublicKey[],
  { algorithm, keyId }: TokenHeader<PublicKeyAlgorithm>,
): readonly PublicKey[] {
  return keys.filter((key) => key.algorithm === algorithm && (keyId === undefined || key.keyId === keyId));
}

async function importPublicKey(entry: JWK): Promise<PublicKey> {
  const { kty, crv, n, e, x, y, alg, use, kid } = entry;
  const algorithm = kty === 'RSA' ? 'RS256' : kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
  if (!algorithm) throw new Error('neither RSA nor EC on P-256');
  if (entry.d !== undefined) throw new Error('a private key does not belong into a published set');
  if (alg !== undefined && alg !== algorithm)
    throw new Error(`meant for another algorithm than ${algorithm}`);
  if ((use !== undefined && use !== 'sig') || !mayVerify(entry.key_ops)) {
    throw new Error('not meant for verifying signatures');
  }
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > MAXIMUM_KEY_ID_LENGTH)) {
    throw new Error(`its kid is not a text of up to ${MAXIMUM_KEY_ID_LENGTH} characters`);
  }
  const plain: JWK = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
  // A megabyte, which only a service with an issuer needs.
  const { importJWK } = await import('jose');
  const imported = await importJWK(plain, algorithm);
  if (imported instanceof Uint8Array) throw new Error('a symmetric key');
  const key = KeyObject.from(imported);
  const { modulusLength = MINIMUM_RSA_BITS } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < MINIMUM_RSA_BITS) throw new Error(`shorter than ${MINIMUM_RSA_BITS} bits`);
  return { algorithm, key, ...(kid !== undefined && { keyId: kid }) };
}

/** The operations come from outside: their type is a promise only. */
function mayVerify(operations: unknown): boolean {
  return operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
}
