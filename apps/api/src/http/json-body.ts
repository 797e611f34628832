import { json, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { discardBody, hasBody } from './body-deadline';
import { normalisedPath } from './allowed-methods';
import { type Problem, sendProblem } from './problem';

const LIMIT_BYTES = 1024 * 1024;
const MAXIMUM_DEPTH = 32;
const TOO_LARGE: Problem = { status: 413, detail: `The body is larger than ${LIMIT_BYTES} bytes` };

interface JsonBodyOptions {
  /** Whether the bodies of a path are left to its route. */
  readonly isStreamed: (path: string) => boolean;
}

/** Refuses by its head what says that it is too large: the parser would read all of it before it does. */
export function jsonBodyLength({ isStreamed }: JsonBodyOptions): RequestHandler {
  return (request, response, next) => {
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > LIMIT_BYTES;
    if (!isTooLarge || isStreamed(normalisedPath(request.path))) {
      next();
      return;
    }
    sendProblem(request, response, TOO_LARGE);
    discardBody(request);
  };
}

/**
 * Parses JSON bodies; what is no JSON object of a sane shape is answered here, before any route sees it.
 */
export function jsonBody({ isStreamed }: JsonBodyOptions): RequestHandler {
  const parse = json({
    limit: LIMIT_BYTES,
    strict: false,
    type: () => true,
    verify: (_request, _response, body) => {
      if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
    },
  });
  return (request, response, next) => {
    if (isStreamed(normalisedPath(request.path))) {
      next();
      return;
    }
    if (!hasBody(request.headers)) {
      request.body = {};
      next();
      return;
    }
    if (!request.is(['application/json', 'application/*+json'])) {
      sendProblem(request, response, {
        status: 415,
        detail: 'The body must be JSON, sent with Content-Type: application/json',
      });
      return;
    }
    parse(request, response, (error?: unknown) => {
      // It did not arrive in time, which is answered.
      if (response.headersSent) return;
      const problem = error ? parsingProblem(error) : shapeProblem(request.body);
      if (problem) sendProblem(request, response, problem);
      else next();
    });
  };
}

function parsingProblem(error: unknown): Problem {
  const { type, status = 400, code } = error as { type?: string; status?: number; code?: string };
  if (type === 'entity.too.large') return TOO_LARGE;
  if (status === 415) {
    return {
      status: 415,
      detail: 'The body must be UTF-8, unencoded or with Content-Encoding gzip, deflate or br',
    };
  }
  // Of zlib, which decompresses all of them.
  if (code !== undefined && /^(?:Z|ERR)_/.test(code)) {
    return { status: 400, detail: 'The body is not what its Content-Encoding says, or ends too early' };
  }
  return { status: 400, detail: 'The body is not valid JSON in UTF-8' };
}

/** Walks without recursion: a body of a megabyte can nest deeper than the stack is high. */
function shapeProblem(body: unknown): Problem | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { status: 422, detail: 'The body must be a JSON object', code: 'INVALID_PARAMETER' };
  }
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAXIMUM_DEPTH) {
      return {
        status: 422,
        detail: `The body nests deeper than ${MAXIMUM_DEPTH} levels`,
        code: 'INVALID_PARAMETER',
      };
    }
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
