import { Injectable } from '@nestjs/common';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ParameterSearch, type SearchKind } from '#domain/parameter-search/parameter-search.entity';
import { cutText, limitWarnings } from '#engine/market/limit-warnings';
import { findGridFormProblems } from '#engine/validation/parameter-grid';
import { unprocessable } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import { holdOrRefuse } from './dataset-requests';
import { checkUnfinishedSearches } from './search-limit';
import type { SweepRead } from './sweep.dto';
import { toSearchRead } from './to-search-read';
import type { WalkForwardRead } from './walk-forward.dto';

/** A search as it was requested. */
export interface RequestedSearch {
  readonly kind: SearchKind;
  readonly grid: object;
  readonly unknownFields: readonly string[];
  /** The columns of its row; throws what is wrong with the request. */
  readonly columns: () => Promise<SearchColumns>;
}

type Requested = Pick<
  ParameterSearch,
  'strategyName' | 'symbol' | 'interval' | 'exchange' | 'startDate' | 'endDate' | 'datasets' | 'settings'
>;
/** Those of a portfolio besides. */
type OfPortfolio = Pick<ParameterSearch, 'allocation' | 'universeName' | 'members'>;
type SearchColumns = Requested & Partial<OfPortfolio>;

const OF_SERIES: OfPortfolio = { allocation: null, universeName: null, members: null };

/** Of an unknown field in its warning. */
const LONGEST_NAME = 128;

/** Takes the requests of searches, whatever they are over. */
@Injectable()
export class SearchSubmissions {
  constructor(private readonly submissions: JobSubmissions) {}

  submit(
    { kind, grid, unknownFields, columns }: RequestedSearch,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<WalkForwardRead | SweepRead> {
    return this.submissions.submit('parameter-search', { submitter, key }, async () => {
      const gridProblems = findGridFormProblems(grid);
      if (gridProblems.length > 0) throw unprocessable(gridProblems);
      const requested = await columns();
      return async (manager) => {
        await checkUnfinishedSearches(manager, submitter);
        await holdOrRefuse(manager, requested.datasets);
        const search = manager.create(ParameterSearch, {
          ...OF_SERIES,
          ...requested,
          kind,
          warnings: limitWarnings(
            unknownFields.map(
              (field) => `${cutText(field, LONGEST_NAME)} is not a field of this request and was ignored`,
            ),
          ),
          failureReason: null,
          plan: null,
          result: null,
        });
        await manager.getRepository(ParameterSearch).insert(search);
        return { subject: search.id, answer: toSearchRead(search, { done: 0, total: 0 }) };
      };
    });
  }

  /** The one that submitted a search, where it failed. */
  requestOf(search: ParameterSearch): Promise<string | null> {
    return this.submissions.requestOfFailed('parameter-search', search);
  }
}
