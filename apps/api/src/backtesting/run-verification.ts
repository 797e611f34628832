import type { Verification } from '#domain/backtesting/verification';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ApiError } from '../http/api-error';

/** How runs of a kind are verified. */
export interface RunVerification {
  /** In errors: "backtest". */
  readonly what: string;
  /** Throws 409 when the run has no results to compare with, 404 when it is not there. */
  checkCompleted(id: number): Promise<void>;
  /** The row and its way into the queue commit together; one that is under way is joined. */
  begin(id: number, submitter: Submitter): Promise<void>;
  find(id: number): Promise<Verification | null>;
}

/** 409: there are no results yet, or never will be. */
export function notCompleted(what: string, id: number, status: string): ApiError {
  const name = what[0].toUpperCase() + what.slice(1);
  const detail = `${name} ${id} is ${status}: only a completed one can be verified`;
  return new ApiError({ status: 409, detail });
}
