import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Request } from 'express';
import { METHODS } from 'node:http';
import type { Activity, SpanDeclaration } from '#platform/tracing/activity';

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** By OpenTelemetry's conventions for HTTP, without the query and any header. Probes, scrapes and pages are no spans. */
export function serverSpan(request: Request, requestId: string): SpanDeclaration | undefined {
  if (!request.path.startsWith('/api/')) return undefined;
  const method = METHODS.includes(request.method) ? request.method : '_OTHER';
  return {
    name: method,
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'url.path': request.path,
      'candelabra.request_id': requestId,
    },
  };
}

/** Its route is known by now. */
export function endServerSpan(activity: Activity, { method, route, status }: Answered): void {
  activity.span
    ?.updateName(route === 'unrouted' ? method : `${method} ${route}`)
    .setAttribute('http.response.status_code', status)
    .setAttributes(route === 'unrouted' ? {} : { 'http.route': route });
  if (status >= 500)
    activity.span?.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
  activity.end();
}
