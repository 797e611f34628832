import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { disconnection } from './disconnection';

const LONGEST_SECONDS = 60;
/** One preference: everything to the next comma that no quotes enclose. */
const PREFERENCES = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
/** Its parameters, of which this one has none, come after a semicolon. */
const WAIT = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;|$)/i;

/** How long the client wants to wait for the result: `Prefer: wait=N` (RFC 7240, 4.3), at most a minute. */
export interface RequestedWait {
  /** Undefined where it does not say, or not so that it can be understood. */
  readonly seconds: number | undefined;
  readonly disconnected: AbortSignal;
}

/** The request's wait; what is granted of it is in `Preference-Applied`. */
export const RequestedWait = createParamDecorator((_: unknown, context: ExecutionContext): RequestedWait =>
  requestedWaitOf(context),
);

/** For decorators that wait themselves. */
export function requestedWaitOf(context: ExecutionContext): RequestedWait {
  const http = context.switchToHttp();
  const response = http.getResponse<Response>();
  const seconds = secondsIn(http.getRequest<Request>().get('prefer') ?? '');
  if (seconds !== undefined) response.setHeader('preference-applied', `wait=${seconds}`);
  return { seconds, disconnected: disconnection(response) };
}

/** The first wait counts, as of any preference that comes twice (RFC 7240, 2). */
function secondsIn(prefer: string): number | undefined {
  for (const preference of prefer.match(PREFERENCES) ?? []) {
    const seconds = WAIT.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_SECONDS);
  }
  return undefined;
}
