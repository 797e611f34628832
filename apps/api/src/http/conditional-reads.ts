import type { RequestHandler } from 'express';
import { entityTagOf, isListed } from './entity-tag';

/** Answers differ by token, so only the client itself may keep them, and has to ask whether they still hold. */
const REVALIDATED = 'private, no-cache';

/**
 * Gives what a GET or HEAD answers a strong tag, its body's hash unless the route set one that costs less, and answers 304
 * to who has it already. Streams do not pass here.
 */
export const conditionalReads: RequestHandler = (request, response, next) => {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.path.startsWith('/api/')) {
    next();
    return;
  }
  const send = response.send.bind(response);
  response.send = (body?: unknown) => {
    // Errors have no tag; an object comes back as text.
    if (response.statusCode !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body)))
      return send(body);
    const tag = response.get('etag') ?? entityTagOf(body);
    response.setHeader('etag', tag);
    response.setHeader('cache-control', REVALIDATED);
    const condition = request.headers['if-none-match'];
    if (condition === undefined || !isListed(tag, condition)) return send(body);
    // Express would do the same, but not for who sends Cache-Control: no-cache, which speaks to caches alone.
    return send.call(response.status(304), '');
  };
  next();
};
