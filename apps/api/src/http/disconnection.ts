import type { Response } from 'express';

/** Aborts when the client disconnects, or has its answer. Not the request's `close`: that one comes as soon as its body is read. */
export function disconnection(response: Response): AbortSignal {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
}
