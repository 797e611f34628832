import type { Request, RequestHandler, Response } from 'express';
import { codeContent } from './content-coding';
import { entityTagOf, findListed } from './entity-tag';

const JSON_TYPE = 'application/json';
const JSON_IN_UTF8 = `${JSON_TYPE}; charset=utf-8`;
/** Answers differ by token, so only the client itself may keep them, and has to revalidate them. */
const REVALIDATED = 'private, no-cache';

/**
 * Replaces `response.send`. It gives what a GET or HEAD answers a strong tag, its body's hash unless the route set one
 * that costs less, and answers 304 to who has it already. JSON text goes to the socket in one piece with its headers, where
 * Express would make a buffer of it first. Streams do not pass here.
 */
export const answers: RequestHandler = (request, response, next) => {
  // Not a handler of its own: that would cost every request some microseconds.
  codeContent(request, response);
  const send = response.send.bind(response);
  response.send = (body?: unknown) => {
    // An object comes back as text, by way of `response.json`.
    if (typeof body !== 'string') return send(body);
    if (response.statusCode === 200 && isTagged(request) && isUnchanged(request, response, body)) {
      return send.call(response.status(304), '');
    }
    return isJson(response) ? sendJson(request, response, body) : send(body);
  };
  next();
};

function isTagged({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && path.startsWith('/api/');
}

/** Express decides the same by itself, but not for who sends Cache-Control: no-cache, which speaks to caches alone. */
function isUnchanged(request: Request, response: Response, body: string): boolean {
  const tag = response.get('etag') ?? entityTagOf(body);
  response.setHeader('etag', tag);
  response.setHeader('cache-control', REVALIDATED);
  const condition = request.headers['if-none-match'];
  const listed = condition === undefined ? undefined : findListed(tag, condition);
  if (listed === undefined) return false;
  // What the client has may be coded: it is that one which is still good.
  response.setHeader('etag', listed);
  // Caches put the fields of a 304 in place of those that they keep (RFC 9111, 4.3.4), and a list that was not read knows no next page.
  response.removeHeader('link');
  return true;
}

function isJson(response: Response): boolean {
  return response.get('content-type')?.startsWith(JSON_TYPE) === true;
}

function sendJson(request: Request, response: Response, body: string): Response {
  response.setHeader('content-type', JSON_IN_UTF8);
  response.setHeader('content-length', Buffer.byteLength(body));
  return request.method === 'HEAD' ? response.end() : response.end(body, 'utf8');
}
