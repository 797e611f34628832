/** The largest time that a Date can be, in milliseconds since 1970 (ECMA-262, 21.4.1.1). */
const LAST_TIME = 8.64e15;

/** A JWT as it was pasted: without `Bearer` and what a terminal wrapped it with; undefined where it has characters that no JWT has. */
export function readToken(text: string): string | undefined {
  const token = text.replace(/^\s*Bearer\s/i, '').replace(/\s/g, '');
  return /^[\w.-]+$/.test(token) ? token : undefined;
}

interface Claims {
  readonly exp?: unknown;
  readonly sub?: unknown;
}

function claimsOf(token: string): Claims {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(text, (unit) => unit.charCodeAt(0))),
    );
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

/** The time of a JWT's `exp` (RFC 7519, 4.1.4) in milliseconds since 1970; undefined beyond the last time, too. The token is not verified: that is for the service. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && Math.abs(exp) * 1_000 <= LAST_TIME ? exp * 1_000 : undefined;
}

/** Whom a JWT is for, unverified. */
export function subjectOf(token: string): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}
