import type { Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import type { Shutdown } from '#platform/shutdown/shutdown';
import { Activity } from '#platform/tracing/activity';
import { routeOf } from './allowed-methods';
import { endServerSpan, serverSpan } from './server-span';

const ACCEPTED_REQUEST_ID = /^[\w.:-]{1,128}$/;

export const HTTP_REQUEST_DURATION = 'http_request_duration_seconds';

const NAMED_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;
/** Methods in metrics, of a route those alone that it offers: each is a histogram for each status. */
export const REQUEST_METHODS = [...NAMED_METHODS, 'other'] as const;

/** Of what is answered before there is a request. */
const UNPARSED = { method: 'other', route: 'unparsed' } as const;

/** Of an answer that its client did not wait for: nginx's number, which is never sent. */
const CLIENT_DISCONNECTED = 499;
const SERVICE_UNAVAILABLE = 503;

/** Counts an answer to what Node could not read as a request. */
export function countUnparsed(duration: Histogram): (status: number) => void {
  return (status) => duration.observe({ ...UNPARSED, status }, 0);
}

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
    const { traceparent, tracestate } = request.headers;
    const origin = { requestId, traceparent: textOf(traceparent), tracestate: textOf(tracestate) };
    const activity = Activity.begin(origin, () => serverSpan(request, requestId));
    // So that clients and balancers open their next connection elsewhere, before this one is closed under a request.
    if (shutdown.announced) response.setHeader('connection', 'close');

    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
      const { method } = request;
      const status = statusOf(request, response);
      const { route, label } = labelsOf(request);
      // A stream takes as long as its client stays.
      if (!isStream(response)) duration.observe({ method: label, route, status }, seconds);
      endServerSpan(activity, { method, route, status });
      const level = levelOf(status, shutdown.announced);
      if (!logger.isLevelEnabled(level)) return;
      logger[level]({ ...activity.logFields, method, path: request.path, status, seconds }, 'request');
    });
    activity.run(next);
  };
}

/** That a process which stops is not ready is what its balancer waits for. */
function levelOf(status: number, isStopping: boolean): 'error' | 'info' | 'debug' {
  if (status === SERVICE_UNAVAILABLE && isStopping) return 'info';
  if (status >= 500) return 'error';
  return status >= 400 ? 'info' : 'debug';
}

/**
 * What broke off of its own accord has a status of failures by then, and a WebSocket is no answer that could be whole. What is written to
 * a closed connection counts as finished.
 */
function statusOf(request: Request, response: Response): number {
  const { statusCode, writableFinished } = response;
  const isWhole = writableFinished && request.errored === null;
  const isKnown = isWhole || isStream(response) || statusCode === 101 || statusCode >= 500;
  return isKnown ? statusCode : CLIENT_DISCONNECTED;
}

function labelsOf(request: Request): { route: string; label: (typeof REQUEST_METHODS)[number] } {
  const named = NAMED_METHODS.find((name) => name === request.method) ?? 'other';
  const served = (request.route as { path?: string } | undefined)?.path;
  if (served !== undefined) return { route: served, label: named };
  const refused = routeOf(request);
  return { route: refused?.path ?? 'unrouted', label: refused?.offersMethod === false ? 'other' : named };
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

function isStream(response: Response): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}
