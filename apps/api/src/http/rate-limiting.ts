import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { callerKey } from './caller-key';
import { sendProblem } from './problem';

const WINDOW_MILLISECONDS = 60_000;

/** At most so many requests a minute per caller, in this process. Probes and documentation do not count. */
export function rateLimiting(requestsPerMinute: number): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MILLISECONDS,
    limit: requestsPerMinute,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skip: (request) => request.user === undefined,
    keyGenerator: callerKey,
    handler: (request, response) => {
      sendProblem(request, response, {
        status: 429,
        detail: `More than ${requestsPerMinute} requests in a minute`,
        code: 'RATE_LIMIT_EXCEEDED',
        // The library has set Retry-After already; a client that reads nothing else still learns it.
        headers: { 'retry-after': String(response.getHeader('retry-after') ?? WINDOW_MILLISECONDS / 1000) },
      });
    },
  });
}
