import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import { Readiness } from '#messaging/readiness';
import { type Environment, readEnvironment } from '#platform/config/environment';
import { NestPinoLogger } from '#platform/logging/logger';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { ApiModule } from './api.module';
import { serveAsyncApiDocument } from './asyncapi/asyncapi-document';
import { builtConsole } from './console/built-console';
import { serveConsole } from './console/serve-console';
import { checkMethod } from './http/allowed-methods';
import { answers } from './http/answers';
import { DATASET_PATH } from './datasets/datasets.controller';
import { createAuthentication } from './http/authentication/authentication';
import { requireTokenKey } from './http/authentication/configured-keys';
import { KeySetMetrics } from './http/authentication/key-set-metrics';
import { bodyDeadline } from './http/body-deadline';
import { StreamConnections } from './http/event-streams/stream-connections';
import { holdContinue, sendContinue } from './http/expect-continue';
import { ExpressServer } from './http/express-server';
import { jsonBody, jsonBodyLength } from './http/json-body';
import { crossOrigin } from './http/origins';
import { PUBLIC_URL } from './http/public-address';
import { rateLimiting } from './http/rate-limiting';
import { countUnparsed, HTTP_REQUEST_DURATION, requestContext } from './http/request-context';
import { schemaGate } from './http/schema-gate';
import { answerUnparsedRequests, requireHost } from './http/unparsed-requests';
import { serveUpgrades } from './http/upgrades';
import { CANDLE_BULK_PATH } from './market-data/candle-bulk.controller';
import { serveDocumentation } from './openapi/documentation';
import { TRADING_PATHS } from './trade-journal/fills.controller';

/**
 * The API, ready to listen. The order is the contract's: a request gets its id, then its token is checked before anything else
 * (a path that does not exist is 401 without one), then its body is read, then it is routed.
 */
export async function createApi({ consoleDirectory = builtConsole() } = {}): Promise<NestExpressApplication> {
  const nestLogger = NestPinoLogger.ofEnvironment();
  // Before there are connections: a database that is away is waited for.
  requireTokenKey(readEnvironment());
  const app = await NestFactory.create<NestExpressApplication>(ApiModule, new ExpressServer(), {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger,
  });
  const environment = app.get<Environment>(ENVIRONMENT);
  const logger = app.get<Logger>(LOGGER);
  app.set('x-powered-by', false);
  // Tags are for reads alone (answers); Express would hash what a POST answers, and errors.
  app.set('etag', false);
  app.set(PUBLIC_URL, environment.publicUrl);
  const server: Server = app.getHttpServer();
  const duration = app.get<Histogram>(getToken(HTTP_REQUEST_DURATION));
  answerUnparsedRequests(server, countUnparsed(duration));
  holdContinue(server);
  serveUpgrades(server);
  server.keepAliveTimeout = environment.keepAliveTimeoutSeconds * 1_000;
  // Headers keep a limit of their own; `bodyDeadline` and, for bodies of any length, their route limit the rest.
  server.requestTimeout = 0;

  const authentication = createAuthentication(environment, logger);
  if (authentication.keySet) {
    app.get(Readiness).require('keys', authentication.checkReady);
    app.get(KeySetMetrics).follow(authentication.keySet);
  }
  const shutdown = app.get(Shutdown);
  shutdown.signal.addEventListener('abort', () => authentication.close());
  app.use(requestContext({ logger, shutdown, duration }));
  app.use(answers);
  if (environment.corsOrigins.length > 0) app.use(crossOrigin(environment));
  app.use(bodyDeadline(environment.requestTimeoutSeconds));
  app.use(requireHost);
  app.use(authentication.handler);
  const database = app.get(DatabaseReadiness);
  app.use(schemaGate(database));
  // Uploads and streams that began before end as well; a probe that noticed it first is answered first.
  database.whenRefused(() => {
    setImmediate(() => {
      server.closeAllConnections();
      app.get(StreamConnections).endAll();
    });
  });
  if (environment.rateLimitPerMinute) app.use(rateLimiting(environment.rateLimitPerMinute));
  app.use(checkMethod());
  const streamedPaths = [CANDLE_BULK_PATH, ...TRADING_PATHS];
  const isStreamed = (path: string) => streamedPaths.includes(path) || DATASET_PATH.test(path);
  app.use(jsonBodyLength({ isStreamed }));
  app.use(sendContinue);
  app.use(jsonBody({ isStreamed }));
  serveDocumentation(app);
  serveAsyncApiDocument(app);
  serveConsole(app, consoleDirectory);
  await app.init();
  return app;
}
