import type { Request, RequestHandler, Response } from 'express';
import { createSecretKey } from 'node:crypto';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { sendProblem } from '../problem';
import { bearerToken } from './bearer-token';
import { checkSecrets, keySetSource, requireTokenKey, secretThatSigned } from './configured-keys';
import { isOpen } from './open-paths';
import { RefreshedKeySet } from './refreshed-key-set';
import { readTokenHeader, type SignatureAlgorithm } from './token-header';
import { TokenMissing, TokenRefused } from './token-refused';
import { createTokenVerifier } from './token-verifier';
import { VerifiedTokens } from './verified-tokens';

export type AuthenticationSettings = Pick<
  Environment,
  | 'jwtSecrets'
  | 'jwtJwksUri'
  | 'jwtJwksFile'
  | 'jwtJwksAllowHttp'
  | 'jwtIssuer'
  | 'jwtAudience'
  | 'jwtRequireExp'
  | 'nodeEnv'
>;

export interface Authentication {
  /** Lets open paths and verified tokens pass, and answers 401 to everything else, known path or not. */
  readonly handler: RequestHandler;
  /** Throws, with what is missing, until tokens of every configured kind can be verified. */
  readonly checkReady: () => void;
  /** The keys of the JWKS, where one is configured. */
  readonly keySet: RefreshedKeySet | undefined;
  /** Stops reading keys in the background. */
  readonly close: () => void;
}

/** Throws when no key is configured, or one that is not safe. */
export function createAuthentication(settings: AuthenticationSettings, logger: Logger): Authentication {
  requireTokenKey(settings);
  const source = keySetSource(settings);
  checkSecrets(settings, logger);
  const secrets = settings.jwtSecrets.map((secret) => createSecretKey(secret, 'utf8'));
  const algorithms: readonly SignatureAlgorithm[] = [
    ...(secrets.length > 0 ? (['HS256'] as const) : []),
    ...(source ? (['RS256', 'ES256'] as const) : []),
  ];
  const keySet = source && new RefreshedKeySet(source, logger);
  keySet?.start();

  const verify = createTokenVerifier({
    algorithms,
    issuer: settings.jwtIssuer,
    audience: settings.jwtAudience,
    requireExpiration: settings.jwtRequireExp,
    keyOf: async (token) => {
      const { algorithm, keyId } = readTokenHeader(token, algorithms);
      const key =
        algorithm === 'HS256' ? secretThatSigned(token, secrets) : await keySet?.find({ algorithm, keyId });
      if (!key) throw new TokenRefused('No key of this service fits the token');
      return key;
    },
  });

  const verified = new VerifiedTokens(() => keySet?.generation ?? 0);
  const handler: RequestHandler = (request, response, next) => {
    if (isOpen(request)) {
      next();
      return;
    }
    const refuse = (error: Error) => sendRefusal(request, response, error);
    try {
      const token = bearerToken(request);
      request.user = verified.find(token);
      if (request.user) {
        next();
        return;
      }
      const keyGeneration = keySet?.generation ?? 0;
      verify(request, response).then((claims) => {
        verified.keep(token, claims, keyGeneration);
        request.user = claims;
        next();
      }, refuse);
    } catch (error) {
      refuse(error as Error);
    }
  };
  const checkReady = () => {
    if (keySet?.hadKeys !== false) return;
    const variable = settings.jwtJwksUri ? 'JWT_JWKS_URI' : 'JWT_JWKS_FILE';
    throw new Error(`No key of ${variable} was usable yet: no token that it signs can be verified`);
  };
  return { handler, checkReady, keySet, close: () => keySet?.close() };
}

function sendRefusal(request: Request, response: Response, error: Error): void {
  const detail = reasonOf(error);
  const challenge =
    error instanceof TokenMissing ? 'Bearer' : `Bearer error="invalid_token", error_description="${detail}"`;
  sendProblem(request, response, { status: 401, detail, headers: { 'www-authenticate': challenge } });
}

/** Words of our own: the verifier's messages repeat the configured issuer and audience. */
function reasonOf(error: Error): string {
  if (error instanceof TokenRefused) return error.message;
  if (error.name === 'TokenExpiredError') return 'The token has expired';
  if (error.name === 'NotBeforeError') return 'The token is not valid yet';
  if (error.message.startsWith('jwt issuer')) return 'The token is from another issuer';
  if (error.message.startsWith('jwt audience')) return 'The token is for another audience';
  return 'The token or its signature is not valid';
}
