import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { ALLOCATION_KINDS, type AllocationKind } from '#domain/portfolios/portfolio-run.entity';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { limitWarnings } from '#engine/market/limit-warnings';
import { OBJECTIVES } from '#engine/validation/objective';
import {
  CountAnswer,
  IdAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { FailedRequestProperty } from '../http/job-properties';
import { timeText } from '../http/time-text';
import { CandlesCorrectedSince, correctionWarnings } from './candles-corrected.dto';
import { RequestedRunRead } from '../http/requested-run-read.dto';
import { SearchRequestRead, toSearchRequest } from './search-request.dto';

class ProgressRead {
  @CountAnswer('chunks', { description: 'Parts of the search that are computed', example: 12 })
  chunks_done: number;

  @CountAnswer('chunks', {
    description: 'All parts of the search; null until it is planned',
    example: 12,
    nullable: true,
  })
  chunks: number | null;
}

/** What a walk-forward run and a sweep have in common. */
export class ParameterSearchRead extends RequestedRunRead {
  @IdAnswer('of the search', 3)
  id: number;

  @WordAnswer(JOB_STATUSES, { description: 'State of the search', example: 'completed' })
  status: JobStatus;

  @TextAnswer({ description: 'Why it failed; null while it did not', example: null, nullable: true })
  detail: string | null;

  @FailedRequestProperty({ leftOutOfLists: true })
  request_id?: string | null;

  @WordAnswer(ALLOCATION_KINDS, {
    description:
      'What decides what the searched portfolio holds; strategy_name and symbol are then those of portfolio runs. null: one strategy is searched on one series',
    example: null,
    nullable: true,
  })
  allocation: AllocationKind | null;

  @TextAnswer({
    description:
      'The stored universe whose members were copied; null: the request listed them, or one series is searched',
    example: null,
    nullable: true,
  })
  universe: string | null;

  @WordAnswer(OBJECTIVES, { description: 'The figure that is maximised', example: 'sharpe_ratio' })
  objective: string;

  @ObjectAnswer(SearchRequestRead, {
    description: 'What it was requested with; left out of lists',
    required: false,
  })
  request?: SearchRequestRead;

  @ObjectAnswer(CandlesCorrectedSince, {
    description:
      'Candles of the search that were corrected after it; left out of lists, and until the search is completed',
    required: false,
  })
  candles_corrected_since?: CandlesCorrectedSince;

  @TextsAnswer({ description: 'What a reader of the figures should know', example: [] })
  warnings: string[];

  @ObjectAnswer(ProgressRead, { description: 'How far the search is' })
  progress: ProgressRead;

  @TimeAnswer({ description: 'When it was submitted', example: '2024-01-02T09:30:00Z' })
  created_at: string;
}

/** The columns that a list of searches reads whole. */
export const SEARCH_COLUMNS = {
  id: true,
  status: true,
  failureReason: true,
  strategyName: true,
  symbol: true,
  exchange: true,
  interval: true,
  allocation: true,
  universeName: true,
  warnings: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof ParameterSearch, true>>;

/** What a read shows of a search; lists leave out most of the result. */
export type ShownSearch<Result> = Pick<ParameterSearch, keyof typeof SEARCH_COLUMNS | 'settings' | 'plan'> & {
  readonly result: Result | null;
};

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A search without what it found, but for its warnings. */
export function toParameterSearchRead(
  search: ShownSearch<{ readonly warnings: readonly string[] }>,
  { done, total }: Progress,
  corrected: CandlesCorrectedSince | null = null,
) {
  const { objective } = search.settings as { objective: string };
  return {
    id: search.id,
    status: search.status,
    detail: search.failureReason,
    strategy_name: search.strategyName,
    symbol: search.symbol,
    exchange: search.exchange,
    interval: search.interval,
    allocation: search.allocation,
    universe: search.universeName,
    objective,
    ...(corrected && { candles_corrected_since: corrected }),
    warnings: limitWarnings([
      ...correctionWarnings(corrected),
      ...search.warnings,
      ...(search.result?.warnings ?? []),
    ]),
    progress: { chunks_done: done, chunks: search.plan ? total : null },
    created_at: timeText(search.createdAt),
  } satisfies ParameterSearchRead;
}

/** What lists leave out of a search: what was requested, and where it failed the request. */
export function toRequested(search: ParameterSearch, requestId: string | null) {
  return { request_id: requestId, request: toSearchRequest(search) } satisfies Partial<ParameterSearchRead>;
}
