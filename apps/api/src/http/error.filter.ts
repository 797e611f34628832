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
import { type Problem, sendProblem } from './problem';
import { isReadOnly, isUnavailable } from './unavailable';

/** Decides the status of everything that is thrown, and answers it in the one shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = this.toProblem(error, request, response);
    // A stream that has begun cannot change its status any more; the client sees it end early.
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, problem);
  }

  private toProblem(error: unknown, request: Request, response: Response): Problem {
    if (error instanceof ApiError) return error.problem;
    // Only the router throws Nest's own 404.
    if (error instanceof NotFoundException)
      return unrouted(request, allowedMethods(request.app, request.path));
    if (error instanceof HttpException) return { status: error.getStatus(), detail: error.message };
    const entry = { err: error, request_id: response.getHeader('x-request-id') };
    if (isUnavailable(error)) {
      this.logger.warn(entry, 'The database or the queue is out of reach');
      return {
        status: 503,
        detail: isReadOnly(error)
          ? 'The database is read-only; try again shortly'
          : 'The database or the queue is out of reach; try again shortly',
        code: 'SERVICE_UNAVAILABLE',
        headers: { 'retry-after': '2' },
      };
    }
    this.logger.error(entry, 'A request failed');
    return {
      status: 500,
      detail: 'The service failed on this request; the log knows its request_id',
      code: 'INTERNAL_ERROR',
    };
  }
}
