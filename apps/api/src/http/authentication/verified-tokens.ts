import { LRUCache } from 'lru-cache';

const REMEMBERED_TOKENS = 1_000;
/** With the number above, what bounds the memory. Longer tokens are verified each time. */
const LONGEST_REMEMBERED_CHARACTERS = 2_048;

export type TokenClaims = Readonly<Record<string, unknown>>;

interface VerifiedToken {
  readonly claims: TokenClaims;
  readonly keyGeneration: number;
}

/**
 * Tokens whose signature and claims were found good: clients send the same one again and again. What time changes is checked
 * each time, and no token outlives the keys that it was verified with.
 */
export class VerifiedTokens {
  private readonly tokens = new LRUCache<string, VerifiedToken>({ max: REMEMBERED_TOKENS });

  /** `keyGeneration` says which keys are in use: another number, other keys. */
  constructor(private readonly keyGeneration: () => number) {}

  get size(): number {
    return this.tokens.size;
  }

  /** The claims of a token that still holds. */
  find(token: string): TokenClaims | undefined {
    const verified = this.tokens.get(token);
    if (!verified) return undefined;
    if (verified.keyGeneration === this.keyGeneration() && holdsNow(verified.claims)) return verified.claims;
    this.tokens.delete(token);
    return undefined;
  }

  /** `keyGeneration` is the one from before the keys were read: they may have changed while the token was verified. */
  keep(token: string, claims: TokenClaims, keyGeneration: number): void {
    if (token.length > LONGEST_REMEMBERED_CHARACTERS || keyGeneration !== this.keyGeneration()) return;
    this.tokens.set(token, { claims: Object.freeze(claims), keyGeneration });
  }
}

/** The verifier's own rule, to the second: from nbf on, and before exp. */
function holdsNow({ exp, nbf }: TokenClaims): boolean {
  const seconds = Math.floor(Date.now() / 1000);
  return !((exp as number) <= seconds) && !((nbf as number) > seconds);
}
