import { Injectable } from '@nestjs/common';
import type { StoredFingerprint } from '#domain/backtesting/verification';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { SearchVerifications } from '#domain/parameter-search/search-verifications';
import { describeVerification } from '../verification-outcome';

/** Completes searches. One that verifies another is completed with what is not as it was, also where it cannot be run. */
@Injectable()
export class SearchOutcomes {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly verifications: SearchVerifications,
  ) {}

  /** `result` in the API's wire form; false, and nothing written, when the run is no longer the search's. */
  async complete(search: ParameterSearch, result: object): Promise<boolean> {
    const { verifiedSearchId: verified } = search;
    if (verified === null) return this.runs.complete(search, result);
    const { fingerprint, ...found } = result as { fingerprint: StoredFingerprint } & SearchFigures;
    const outcome = await describeVerification({
      stored: await this.verifications.storedFingerprint(verified),
      today: {
        ...{ fingerprint, metrics: found.summary ?? found.best ?? null },
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

/** What stands for the whole: of a walk-forward run its summary, of a sweep its best combination. */
interface SearchFigures {
  readonly summary?: object;
  readonly best?: object | null;
}
