import { Injectable } from '@nestjs/common';
import type { Submitter } from '#domain/job-runs/job-runs';
import type { SearchKind } from '#domain/parameter-search/parameter-search.entity';
import { readPortfolioSearch } from '#engine/portfolio-search/portfolio-search';
import { findGridProblems, MOST_COMBINATIONS, readParameterGrid } from '#engine/validation/parameter-grid';
import { unprocessable } from '../../http/api-error';
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key';
import { declaredFields } from '../../http/validation/field';
import { searchSettingsOf } from '../search-request-fields';
import { SearchSubmissions } from '../search-submissions';
import { PortfolioRequests, namesOf } from './portfolio-requests';
import { SubmitPortfolioSweepDto, SubmitPortfolioWalkForwardDto } from './portfolio-search.dto';
import { SubmitPortfolioDto } from './submit-portfolio.dto';

interface RequestedPortfolioSearch {
  readonly kind: SearchKind;
  readonly request: SubmitPortfolioSweepDto | SubmitPortfolioWalkForwardDto;
}

/** Takes the requests of searches over portfolios; they are read where all searches are. */
@Injectable()
export class PortfolioSearches {
  constructor(
    private readonly requests: PortfolioRequests,
    private readonly submissions: SearchSubmissions,
  ) {}

  submit({ kind, request }: RequestedPortfolioSearch, submitter: Submitter, key: IdempotencyKey | undefined) {
    const columns = () => this.columnsOf(kind, request);
    // A body that is read strictly has no unknown fields.
    const requested = { kind, grid: request.param_grid ?? {}, unknownFields: [], columns };
    return this.submissions.submit(requested, submitter, key);
  }

  private async columnsOf(kind: SearchKind, request: RequestedPortfolioSearch['request']) {
    const { settings, execution, benchmark, ...run } = await this.requests.check(request);
    checkGrid(request, { ...settings, execution }, namesOf(run.members));
    return {
      strategyName: run.strategyName,
      symbol: run.symbol,
      interval: run.interval,
      exchange: run.exchange,
      startDate: run.startDate,
      endDate: run.endDate,
      datasets: run.datasets,
      allocation: run.allocation,
      universeName: run.universeName,
      members: run.members,
      settings: { ...searchFieldsOf(kind, request), ...settings, execution, ...(benchmark && { benchmark }) },
    };
  }
}

/** Throws 422 where a parameter is none of the portfolio, or there are too many combinations. */
function checkGrid(
  { param_grid, n_trials }: SubmitPortfolioSweepDto,
  settings: object,
  members: ReturnType<typeof namesOf>,
): void {
  const read = readPortfolioSearch({ ...settings }, members);
  if ('problems' in read) throw unprocessable(read.problems);
  const { searchable } = read;
  const problems = param_grid ? findGridProblems(searchable, param_grid) : [];
  if (problems.length > 0) throw unprocessable(problems);
  const { size } = readParameterGrid(searchable, {}, [], param_grid);
  if (size <= MOST_COMBINATIONS || typeof n_trials === 'number') return;
  const message = `has ${size} combinations, at most ${MOST_COMBINATIONS} are tried: give fewer values, or n_trials to draw so many`;
  throw unprocessable([{ field: 'param_grid', message }]);
}

const OF_PORTFOLIO = new Set(declaredFields(SubmitPortfolioDto).keys());

function searchFieldsOf(kind: SearchKind, request: object): object {
  const defaults = kind === 'sweep' ? new SubmitPortfolioSweepDto() : new SubmitPortfolioWalkForwardDto();
  return searchSettingsOf(request, defaults, OF_PORTFOLIO);
}
