import { Injectable } from '@nestjs/common';
import type { VerifiedFigures } from '#domain/backtesting/verification';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { SearchVerifications } from '#domain/parameter-search/search-verifications';
import { describeVerification } from '../verification-outcome';

/** Completes searches. One that verifies another is completed with what is not as it was, also where it cannot be run. */
@Injectable()
export class SearchOutcomes {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly verifications: SearchVerifications,
  ) {}

  /** False, and nothing written, when the run is no longer the search's. */
  async complete(search: ParameterSearch, result: StoredWalkForward | StoredSweep): Promise<boolean> {
    const { verifiedSearchId: verified } = search;
    if (verified === null) return this.runs.complete(search, result);
    const outcome = await describeVerification({
      stored: await this.verifications.storedFingerprint(verified),
      today: {
        fingerprint: result.fingerprint,
        metrics: figuresOf(result),
        hasSameResults: () => this.verifications.holds(verified, result),
      },
    });
    return this.runs.complete(search, outcome);
  }

  async refuse(search: ParameterSearch, reason: string): Promise<boolean> {
    const { verifiedSearchId: verified } = search;
    if (verified === null) return this.runs.fail(search, reason);
    const stored = await this.verifications.storedFingerprint(verified);
    return this.runs.complete(search, await describeVerification({ stored, today: { refusal: reason } }));
  }
}

/** What represents the whole: of a walk-forward run its summary, of a sweep its best combination. */
function figuresOf(result: StoredWalkForward | StoredSweep): VerifiedFigures | null {
  if ('summary' in result) return result.summary;
  return result.best === null ? null : result.rows[result.best];
}
