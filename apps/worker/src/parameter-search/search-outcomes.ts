import { Injectable } from '@nestjs/common';
import type { VerifiedFigures } from '#domain/backtesting/verification';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { ParameterSearches } from '#domain/parameter-search/parameter-searches';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { SearchVerifications } from '#domain/parameter-search/search-verifications';
import { storeWalkForwardTests, type WalkForwardTests } from '#domain/parameter-search/walk-forward-tests';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import { describeVerification } from '../runs/verification-outcome';

/** Ends searches. One that verifies another is completed with what is not as it was, also where it cannot be run. */
@Injectable()
export class SearchOutcomes {
  constructor(
    private readonly searches: ParameterSearches,
    private readonly verifications: SearchVerifications,
  ) {}

  /** In the job that assembles it. */
  async complete(
    run: HeldRun,
    search: ParameterSearch,
    result: StoredWalkForward | StoredSweep,
    tests?: WalkForwardTests,
  ): Promise<JobOutcome> {
    const { id, verifiedSearchId: verified } = search;
    if (verified === null) {
      return run.complete(async (manager) => {
        await this.searches.storeResult(manager, id, result);
        if (tests) await storeWalkForwardTests(manager, id, tests);
      });
    }
    const outcome = await describeVerification({
      stored: await this.verifications.storedFingerprint(verified),
      today: {
        fingerprint: result.fingerprint,
        metrics: figuresOf(result),
        hasSameResults: () => this.verifications.holds(verified, result),
      },
    });
    return run.complete((manager) => this.searches.storeResult(manager, id, outcome));
  }

  /** Where the work finds that the search cannot be run however often it is tried, that ends the search. */
  async orRefused(
    run: HeldRun,
    { id, verifiedSearchId: verified }: ParameterSearch,
    work: () => Promise<JobOutcome>,
  ): Promise<JobOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BacktestRefusal)) throw error;
      if (verified === null) return run.fail(error.message);
      const stored = await this.verifications.storedFingerprint(verified);
      const outcome = await describeVerification({ stored, today: { refusal: error.message } });
      return run.complete((manager) => this.searches.complete(manager, id, outcome));
    }
  }
}

/** What represents the whole: of a walk-forward run its summary, of a sweep its best combination. */
function figuresOf(result: StoredWalkForward | StoredSweep): VerifiedFigures | null {
  if ('summary' in result) return result.summary;
  return result.best === null ? null : result.rows[result.best];
}
