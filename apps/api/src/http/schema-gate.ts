import type { RequestHandler } from 'express';
import type { DatabaseReadiness } from '#domain/database/database-readiness';
import { isOpen } from './authentication/open-paths';
import { sendProblem } from './problem';

/** Answers 503 to everything that needs the database while its schema is one that this version does not work with. */
export function schemaGate(database: DatabaseReadiness): RequestHandler {
  return (request, response, next) => {
    const { refusal } = database;
    if (refusal === undefined || isOpen(request)) next();
    else {
      sendProblem(request, response, {
        status: 503,
        detail: refusal,
        code: 'SERVICE_UNAVAILABLE',
        headers: { 'retry-after': '10' },
      });
    }
  };
}
