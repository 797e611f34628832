import { sign } from 'jsonwebtoken';
import type { Environment } from '../config/environment';

export interface TokenOptions {
  readonly days: number;
  /** Whom the token names. */
  readonly subject: string;
}

const SECONDS_PER_DAY = 86_400;

/** A token as the API checks it: HS256, with the issuer and audience that it requires where it does. */
export function issueToken(
  secret: string,
  { jwtIssuer, jwtAudience }: Environment,
  { days, subject }: TokenOptions,
): string {
  return sign({ sub: subject }, secret, {
    algorithm: 'HS256',
    expiresIn: days * SECONDS_PER_DAY,
    ...(jwtIssuer && { issuer: jwtIssuer }),
    ...(jwtAudience && { audience: jwtAudience }),
  });
}
