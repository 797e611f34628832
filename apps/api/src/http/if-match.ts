import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from './api-error';
import { entityTagOf, isMatched } from './entity-tag';

/** Makes, of how a record is shown, the check of one that is locked: it throws 412 where the condition does not hold. */
export type IfMatch = <Row>(
  toRead: (row: Row) => object | Promise<object>,
) => ((row: Row) => Promise<void>) | undefined;

/** The request's If-Match (RFC 9110, 13.1.1), to be checked under the record's lock; no check where there is none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch => {
  const condition = context.switchToHttp().getRequest<Request>().headers['if-match'];
  return (toRead) => {
    if (condition === undefined) return undefined;
    return async (row) => {
      const tag = entityTagOf(JSON.stringify(await toRead(row)));
      if (!isMatched(tag, condition)) throw changedMeanwhile();
    };
  };
});

/** For what no GET answers alone: it has no tag that could be the one required, but it may be there (`*`). */
@Injectable()
export class UntaggedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const condition = context.switchToHttp().getRequest<Request>().headers['if-match'];
    if (condition === undefined || condition.trim() === '*') return true;
    throw changedMeanwhile();
  }
}

/** Also where there is no record that could have a tag. */
export function changedMeanwhile(): ApiError {
  const detail = 'If-Match does not name the current tag: read it again, and decide by what it is now';
  return new ApiError({ status: 412, detail });
}
