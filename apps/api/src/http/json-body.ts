import { json, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { normalisedPath } from './normalised-path';
import { type Problem, sendProblem } from './problem';

const LIMIT_BYTES = 1024 * 1024;
const MAXIMUM_DEPTH = 32;

/**
 * Parses JSON bodies; what is no JSON object of a sane shape is answered here, before any route sees it. The bodies of
 * `streamedPaths` are left to their routes.
 */
export function jsonBody({ streamedPaths }: { streamedPaths: readonly string[] }): RequestHandler {
  const parse = json({
    limit: LIMIT_BYTES,
    strict: false,
    type: () => true,
    verify: (_request, _response, body) => {
      if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
    },
  });
  return (request, response, next) => {
    if (streamedPaths.includes(normalisedPath(request.path))) {
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
      const problem = error ? parsingProblem(error) : shapeProblem(request.body);
      if (problem) sendProblem(request, response, problem);
      else next();
    });
  };
}

function hasBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function parsingProblem(error: unknown): Problem {
  const { type, status = 400 } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return { status: 413, detail: `The body is larger than ${LIMIT_BYTES} bytes` };
  }
  if (status === 415) {
    return {
      status: 415,
      detail: 'The body must be UTF-8, unencoded or with Content-Encoding gzip, deflate or br',
    };
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
    if (level.some((value) => Object.hasOwn(value, '__proto__'))) {
      return { status: 422, detail: '__proto__ is not a field of this body', code: 'INVALID_PARAMETER' };
    }
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
