import { PassportStrategy } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { KeyObject } from 'node:crypto';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { bearerToken } from './bearer-token';
import type { SignatureAlgorithm } from './token-header';
import { TokenRefused } from './token-refused';
import type { TokenClaims } from './verified-tokens';

interface VerifierOptions {
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly issuer?: string;
  readonly audience?: string;
  readonly requireExpiration: boolean;
  /** The key to verify a token with; rejects when there is none. */
  readonly keyOf: (token: string) => Promise<KeyObject>;
}

const STRATEGY = 'jwt';
/** The last second of the year 9999; what lies beyond is a mistake, such as milliseconds. */
const LATEST_EXPIRATION_SECONDS = 253_402_300_799;

/** Answers a request's verified claims; the promise rejects with the reason when its token does not pass. */
export function createTokenVerifier(
  options: VerifierOptions,
): (request: Request, response: Response) => Promise<TokenClaims> {
  const authenticator = new JwtStrategy(options).getPassportInstance();
  return (request, response) =>
    new Promise((resolve, reject) => {
      const settle = (error: Error | null, payload?: TokenClaims | false, reason?: Error) => {
        if (payload) resolve(payload);
        else reject(error ?? reason ?? new TokenRefused('The token does not pass'));
      };
      const authenticate = authenticator.authenticate(STRATEGY, { session: false }, settle) as Middleware;
      authenticate(request, response, reject);
    });
}

type PassportInstance = InstanceType<typeof passport.Passport>;

type Middleware = (request: Request, response: Response, next: (error: Error) => void) => void;

class JwtStrategy extends PassportStrategy(Strategy, STRATEGY) {
  private passport: PassportInstance | undefined;
  private readonly requireExpiration: boolean;

  constructor({ algorithms, issuer, audience, requireExpiration, keyOf }: VerifierOptions) {
    super({
      jwtFromRequest: bearerToken,
      secretOrKeyProvider: (_request: Request, token: string, done) => {
        keyOf(token)
          // The verifier takes key objects; only its types have not heard of them.
          .then((key) => done(null, key as unknown as Buffer))
          // Nobody awaits this: whatever the verifier throws has to end here too.
          .catch((error: unknown) => done(error));
      },
      algorithms: [...algorithms],
      ignoreExpiration: false,
      issuer,
      audience,
    });
    this.requireExpiration = requireExpiration;
  }

  /** One of its own, not the process's: two services in one process must not share their keys. */
  getPassportInstance(): PassportInstance {
    this.passport ??= new passport.Passport();
    return this.passport;
  }

  validate(payload: unknown): TokenClaims {
    return checkClaims(payload, this.requireExpiration);
  }
}

function checkClaims(payload: unknown, requireExpiration: boolean): TokenClaims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new TokenRefused('The claims of the token are not a JSON object');
  }
  const claims = payload as TokenClaims;
  const expiration = claims.exp;
  if (expiration === undefined) {
    if (requireExpiration) throw new TokenRefused('The token has no exp');
  } else if (!Number.isFinite(expiration) || (expiration as number) > LATEST_EXPIRATION_SECONDS) {
    throw new TokenRefused('The exp of the token is not a time in seconds');
  }
  return claims;
}
