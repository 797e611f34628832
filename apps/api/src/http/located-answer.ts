import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { normalisedPath } from './allowed-methods';
import { addressOf } from './public-address';

/** Of a job that has only just been queued. */
const RETRY_SECONDS = 1;

interface LocatedOptions {
  /** Where GET reads it, unless that is the requested path and the id. */
  readonly path?: string;
}

/** Sets where what a request made is read (Location), and where it is not done yet when (Retry-After); and is the answer's body. */
export type LocatedAnswer = <T extends { readonly id: number } | { readonly job_id: number }>(
  body: T,
  options?: LocatedOptions,
) => T;

export const LocatedAnswer = createParamDecorator((_: unknown, context: ExecutionContext): LocatedAnswer =>
  locatedAnswerOf(context),
);

/** For decorators that answer themselves. */
export function locatedAnswerOf(context: ExecutionContext): LocatedAnswer {
  const response = context.switchToHttp().getResponse<Response>();
  return (body, { path } = {}) => {
    const id = 'id' in body ? body.id : body.job_id;
    pointTo(response, path ?? `${normalisedPath(response.req.path)}/${id}`);
    return body;
  };
}

/** What is done already is the answer itself (200). */
export function pointTo(response: Response, path: string): void {
  const { statusCode } = response;
  if (statusCode === 200) return;
  response.setHeader('location', addressOf(response.req, path));
  if (statusCode === 202) response.setHeader('retry-after', RETRY_SECONDS);
}
