import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { Response } from 'express';
import type { JobStatus } from '#domain/job-runs/job-status';
import { locatedAnswerOf } from '../http/located-answer';
import { Operation } from '../http/operation';
import { requestedWaitOf, type RequestedWait } from '../http/requested-wait';
import { isOver } from './run-waits';

interface SubmissionOptions {
  readonly summary: string;
  readonly description: string;
  /** What the answer is, to begin a sentence. */
  readonly what: string;
  readonly type: Type;
}

/** An operation that queues a run and answers its record: 202, or 200 where the run is over within the wait that was requested. */
export function RunSubmission({ what, type, ...described }: SubmissionOptions): MethodDecorator {
  return Operation({
    ...described,
    status: 202,
    takesIdempotencyKey: true,
    wait: { defaultSeconds: 0 },
    answer: { description: what, type },
    otherAnswers: { 200: { description: `${what}, which is over`, type } },
  });
}

interface ShownRun {
  readonly id: number;
  readonly status: JobStatus;
}

/** Answers a run that was submitted, after the wait that was requested; `path` is that of its resource unless it is below the requested one. */
export type SubmittedRun = <Run extends ShownRun>(
  submitted: Run,
  waitFor: (submitted: Run, wait: RequestedWait) => Promise<Run>,
  path?: (id: number) => string,
) => Promise<Run>;

export const SubmittedRun = createParamDecorator((_: unknown, context: ExecutionContext): SubmittedRun => {
  const wait = requestedWaitOf(context);
  const located = locatedAnswerOf(context);
  return async (submitted, waitFor, path) => {
    const run = wait.seconds ? await waitFor(submitted, wait) : submitted;
    if (isOver(run)) context.switchToHttp().getResponse<Response>().status(200);
    return located(run, path && { path: path(run.id) });
  };
});
