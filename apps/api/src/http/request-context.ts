import type { RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import type { Shutdown } from '#platform/shutdown/shutdown';

const ACCEPTED_REQUEST_ID = /^[\w.:-]{1,128}$/;

export const HTTP_REQUEST_DURATION = 'http_request_duration_seconds';

interface RequestContextOptions {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly duration: Histogram;
}

/** Gives every request its id, and counts, times and logs its answer. */
export function requestContext({ logger, shutdown, duration }: RequestContextOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    const proposedId = request.headers['x-request-id'];
    const requestId =
      typeof proposedId === 'string' && ACCEPTED_REQUEST_ID.test(proposedId) ? proposedId : randomUUID();
    response.setHeader('x-request-id', requestId);
    response.setHeader('x-content-type-options', 'nosniff');
    // So that clients and balancers open their next connection elsewhere, before this one is closed under a request.
    if (shutdown.announced) response.setHeader('connection', 'close');

    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
      const { method } = request;
      const status = response.statusCode;
      const route = (request.route as { path?: string } | undefined)?.path ?? 'unrouted';
      // A stream takes as long as its client stays.
      if (!isStream(response)) duration.observe({ method, route, status }, seconds);
      const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      logger[level]({ request_id: requestId, method, path: request.path, status, seconds }, 'request');
    });
    next();
  };
}

function isStream(response: Response): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}
