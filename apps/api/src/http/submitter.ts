import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Submitter } from '#domain/job-runs/job-runs';
import { callerKey } from './caller-key';

/** Whom the jobs of this request count for, and its id. */
export const RequestSubmitter = createParamDecorator((_: unknown, context: ExecutionContext): Submitter => {
  const http = context.switchToHttp();
  return {
    submittedBy: callerKey(http.getRequest<Request>()),
    requestId: String(http.getResponse<Response>().getHeader('x-request-id')),
  };
});
