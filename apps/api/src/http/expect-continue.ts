import type { RequestHandler } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Responses whose clients wait for `100 Continue` before they send their body. */
const awaited = new WeakSet<ServerResponse>();

/**
 * Leaves `100 Continue` to `sendContinue`: Node would send it before any handler, and so request the body of a request that is
 * refused. A response that begins without it closes its connection, on which the body may still come.
 */
export function holdContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaited.add(response);
    server.emit('request', request, response);
  });
}

/** After all that refuses a request by its head. */
export const sendContinue: RequestHandler = (_request, response, next) => {
  if (awaited.has(response)) response.writeContinue();
  next();
};
