import type { Request, Response } from 'express';
import { STATUS_CODES } from 'node:http';
import type { FieldProblem } from '#engine/market/validate-candle';

/** The gateway's error codes that apply here (part 7 of the specification). */
export type ErrorCode =
  | 'INVALID_PARAMETER'
  | 'MISSING_PARAMETER'
  | 'INVALID_INTERVAL'
  | 'INVALID_DATE_RANGE'
  | 'BACKTEST_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INSUFFICIENT_DATA'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

export interface Problem {
  readonly status: number;
  /** One readable sentence. */
  readonly detail: string;
  readonly code?: ErrorCode;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body, for the readiness probe. */
  readonly body?: Readonly<Record<string, string>>;
}

const PROBLEM_JSON = 'application/problem+json';

/** The only function that builds an error body: `{detail}` and what helps, or RFC 9457 when the client accepts that. */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const { status, detail, code, errors } = problem;
  const requestId = response.getHeader('x-request-id');
  const members = {
    ...problem.body,
    detail,
    ...(code && { code }),
    ...(errors && { errors }),
    ...(requestId && { request_id: requestId }),
  };
  response.status(status).set(problem.headers ?? {});
  if (request.headers.accept?.includes(PROBLEM_JSON)) {
    const title = STATUS_CODES[status] ?? 'Error';
    response
      .type(PROBLEM_JSON)
      .send(JSON.stringify({ type: 'about:blank', title, status, instance: request.path, ...members }));
  } else {
    response.json(members);
  }
}
