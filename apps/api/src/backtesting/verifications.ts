import { Injectable } from '@nestjs/common';
import type { Verification, VerificationOutcome } from '#domain/backtesting/verification';
import type { Submitter } from '#domain/job-runs/job-runs';
import type { SearchKind } from '#domain/parameter-search/parameter-search.entity';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ApiError, present, tryLater } from '../http/api-error';
import { BacktestVerificationService } from './backtest-verification.service';
import { pollUntil } from './poll-until';
import { PortfolioVerificationService } from './portfolio/portfolio-verification.service';
import type { RunVerification } from './run-verification';
import { SearchVerificationService } from './search-verification.service';

const LONGEST_WAIT_SECONDS = 30;

export type VerifiedKind = SearchKind | 'backtest' | 'portfolio';

/** Has workers run completed runs again, and says whether they come out the same. */
@Injectable()
export class Verifications {
  constructor(
    private readonly backtests: BacktestVerificationService,
    private readonly portfolios: PortfolioVerificationService,
    private readonly searches: SearchVerificationService,
    private readonly shutdown: Shutdown,
  ) {}

  /** Null when the verification goes on after the wait, or after the client disconnected or this process stopped. */
  async verify(
    kind: VerifiedKind,
    id: number,
    submitter: Submitter,
    disconnected: AbortSignal,
  ): Promise<VerificationOutcome | null> {
    const runs = this.runsOf(kind);
    await runs.checkCompleted(id);
    await runs.begin(id, submitter);
    const over = AbortSignal.any([disconnected, this.shutdown.signal]);
    await pollUntil(async () => isOver(await runs.find(id)), LONGEST_WAIT_SECONDS, over);
    const verification = await runs.find(id);
    return outcomeOf(present(verification, runs.what, id, 'BACKTEST_NOT_FOUND'), runs.what, id);
  }

  /** What the last verification found; null while it is under way. Throws 404 when there was none. */
  async read(kind: VerifiedKind, id: number): Promise<VerificationOutcome | null> {
    const runs = this.runsOf(kind);
    await runs.checkCompleted(id);
    const verification = await runs.find(id);
    if (verification) return outcomeOf(verification, runs.what, id);
    throw new ApiError({
      status: 404,
      detail: `The ${runs.what} ${id} has not been verified: POST to the same path does it`,
    });
  }

  private runsOf(kind: VerifiedKind): RunVerification {
    if (kind === 'backtest') return this.backtests;
    return kind === 'portfolio' ? this.portfolios : this.searches.of(kind);
  }
}

function isOver(verification: Verification | null): boolean {
  return verification?.status !== 'pending' && verification?.status !== 'running';
}

function outcomeOf({ status, outcome }: Verification, what: string, id: number): VerificationOutcome | null {
  if (status !== 'failed') return outcome;
  throw tryLater(503, `The verification of ${what} ${id} failed with an unexpected error; try again`, 5);
}
