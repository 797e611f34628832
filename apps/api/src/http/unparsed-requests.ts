import type { Request, RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendProblem } from './problem';

const HEADER_TOO_LARGE = 'HPE_HEADER_OVERFLOW';
const REQUEST_TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * Gives a body to what Node answers by itself, before any handler sees a request: bytes that are no HTTP, headers that are too large,
 * a tunnel, an expectation nobody meets. Node would answer with a bare status line, or close without a word. So is an address without a
 * path, which Express would answer by itself. Each is given to `count`.
 */
export function answerUnparsedRequests(server: Server, count: (status: number) => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !isUnanswered(socket)) {
      socket.destroy(error);
      return;
    }
    const [status, detail] = causeOf(error.code);
    // A body that breaks off belongs to a request that is counted already.
    if (!answerOf(socket)) count(status);
    end(socket, status, detail);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    count(405);
    end(socket, 405, 'This service opens no tunnels', { allow: 'DELETE, GET, HEAD, PATCH, POST' });
  });
  server.on('checkExpectation', (_request, response) => {
    const { headers, body } = answer('The expectation of the request cannot be met');
    count(417);
    response.writeHead(417, headers).end(body);
  });
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (hasPath(request as Request)) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    const { headers, body } = answer('The address of the request is not valid');
    count(400);
    response.writeHead(400, headers).end(body);
  });
  // Node's own refusal has no body; ours is `requireHost`.
  Object.assign(server, { requireHostHeader: false });
  // Node would drop what comes after the first thousand: a second Host, an If-Match, a token. Their bytes are limited.
  server.maxHeadersCount = 0;
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without a Host, and any with more than one, is answered 400. */
export const requireHost: RequestHandler = (request, response, next) => {
  const hosts = request.headersDistinct.host?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) {
    next();
    return;
  }
  const detail = hosts === 0 ? 'The request has no Host header' : 'The request has more than one Host header';
  sendProblem(request, response, { status: 400, detail });
};

function hasPath(request: Request): boolean {
  try {
    return typeof request.path === 'string';
  } catch {
    return false;
  }
}

/** Whether the answer has not begun; a second one inside it would be read as its body. */
function isUnanswered(socket: Duplex): boolean {
  return socket.writable && !answerOf(socket)?.headersSent;
}

/** Of the request that the socket is in the middle of. */
function answerOf(socket: Duplex): { readonly headersSent: boolean } | undefined {
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage;
}

function causeOf(code: string | undefined): [status: number, detail: string] {
  if (code === HEADER_TOO_LARGE) return [431, 'The address and headers of the request are too long'];
  if (code === REQUEST_TIMED_OUT) return [408, 'The request did not arrive in time'];
  return [400, 'The request is not valid HTTP'];
}

function answer(detail: string) {
  const requestId = randomUUID();
  const body = JSON.stringify({ detail, request_id: requestId });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  return { headers, body };
}

function end(
  socket: Duplex,
  status: number,
  detail: string,
  further: Readonly<Record<string, string>> = {},
): void {
  const { headers, body } = answer(detail);
  const lines = Object.entries({ ...headers, ...further }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
