import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import type { Environment } from '#platform/config/environment';
import { NestPinoLogger } from '#platform/logging/logger';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { ApiModule } from './api.module';
import { checkMethod } from './http/allowed-methods';
import { answers } from './http/answers';
import { createAuthentication } from './http/authentication/authentication';
import { jsonBody } from './http/json-body';
import { rateLimiting } from './http/rate-limiting';
import { HTTP_REQUEST_DURATION, requestContext } from './http/request-context';
import { answerUnparsedRequests, requireHost } from './http/unparsed-requests';
import { CANDLE_BULK_PATH } from './market-data/candle-bulk.controller';
import { serveDocumentation } from './openapi/documentation';

/**
 * The API, ready to listen. The order is the contract's: a request gets its id, then its token is checked before anything else
 * (a path that does not exist is 401 without one), then its body is read, then it is routed.
 */
export async function createApi(): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule, {
    bodyParser: false,
    abortOnError: false,
    logger: NestPinoLogger.ofEnvironment(),
  });
  const environment = app.get<Environment>(ENVIRONMENT);
  const logger = app.get<Logger>(LOGGER);
  app.set('x-powered-by', false);
  // Tags are for reads alone (answers); Express would hash what a POST answers, and errors.
  app.set('etag', false);
  answerUnparsedRequests(app.getHttpServer());

  const authentication = createAuthentication(environment, logger);
  const shutdown = app.get(Shutdown);
  shutdown.signal.addEventListener('abort', () => authentication.close());
  app.use(
    requestContext({ logger, shutdown, duration: app.get<Histogram>(getToken(HTTP_REQUEST_DURATION)) }),
  );
  app.use(answers);
  app.use(requireHost);
  app.use(authentication.handler);
  if (environment.rateLimitPerMinute) app.use(rateLimiting(environment.rateLimitPerMinute));
  app.use(checkMethod());
  app.use(jsonBody({ streamedPaths: [CANDLE_BULK_PATH] }));
  serveDocumentation(app);
  await app.init();
  return app;
}
