import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { disconnection } from './disconnection';

const LONGEST_SECONDS = 60;
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;\s])/i;

/** How long the client wants to wait for the result: `Prefer: wait=N` (RFC 7240, 4.3), at most a minute. */
export interface RequestedWait {
  /** Undefined where it does not say, or not so that it can be understood. */
  readonly seconds: number | undefined;
  readonly disconnected: AbortSignal;
}

/** The request's wait; what is granted of it is in `Preference-Applied`. */
export const RequestedWait = createParamDecorator((_: unknown, context: ExecutionContext): RequestedWait => {
  const http = context.switchToHttp();
  const response = http.getResponse<Response>();
  const given = WAIT.exec(http.getRequest<Request>().get('prefer') ?? '')?.[1];
  const seconds = given === undefined ? undefined : Math.min(Number(given), LONGEST_SECONDS);
  if (seconds !== undefined) response.setHeader('preference-applied', `wait=${seconds}`);
  return { seconds, disconnected: disconnection(response) };
});
