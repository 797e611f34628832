import type { Request, RequestHandler, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { sendProblem } from './problem';

/** What is left of a body after its answer is read and dropped for so long: a client that only writes gets its answer, too. */
const DISCARD_MILLISECONDS = 30_000;

const deadlines = new WeakMap<Request, NodeJS.Timeout>();

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * A body must have arrived whole within so long: then 408, or the end of the connection where the answer is given already.
 * Node's own limit knows no routes, and one of ours takes bodies of any length (`liftBodyDeadline`).
 */
export function bodyDeadline(seconds: number): RequestHandler {
  return (request, response, next) => {
    if (hasBody(request.headers)) {
      setDeadline(request, seconds * 1000, () => expire(request, response, seconds));
    }
    next();
  };
}

/** The route that reads the body limits it by itself. */
export function liftBodyDeadline(request: Request): void {
  clearTimeout(deadlines.get(request));
}

/** Reads what is left of a body and drops it, so that its connection can be used again, or ends the connection. */
export function discardBody(request: Request): void {
  request.resume();
  setDeadline(request, DISCARD_MILLISECONDS, () => request.socket.destroy());
}

function setDeadline(request: Request, milliseconds: number, expired: () => void): void {
  liftBodyDeadline(request);
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => !request.complete && expired(), milliseconds).unref();
  deadlines.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

function expire(request: Request, response: Response, seconds: number): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  sendProblem(request, response, {
    status: 408,
    detail: `The body did not arrive within ${seconds} seconds`,
    headers: { connection: 'close' },
  });
}
