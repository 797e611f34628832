import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { LOGGER } from '#platform/tokens';
import { allowedMethods, unrouted } from './allowed-methods';
import { ApiError } from './api-error';
import { failureProblem } from './failure-problem';
import { type Problem, sendProblem } from './problem';
import { breakOff } from './streamed-file';

/** Decides the status of everything that is thrown, and answers it in the one shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = this.toProblem(error, request, response);
    // A stream that has begun cannot change its status any more; the client sees it end early.
    if (response.headersSent) breakOff(response, problem.status);
    else sendProblem(request, response, problem);
  }

  private toProblem(error: unknown, request: Request, response: Response): Problem {
    if (error instanceof ApiError) return error.problem;
    // Only the router throws Nest's own 404.
    if (error instanceof NotFoundException)
      return unrouted(request, allowedMethods(request.app, request.path));
    if (error instanceof HttpException) return { status: error.getStatus(), detail: error.message };
    return failureProblem(error, String(response.getHeader('x-request-id')), this.logger);
  }
}
