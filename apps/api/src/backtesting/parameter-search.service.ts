import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ParameterSearch, type SearchKind } from '#domain/parameter-search/parameter-search.entity';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { removeJobsOfSearch } from '#domain/parameter-search/parameter-searches';
import { deleteRecord, findNewest, findRecord } from '#domain/records/records';
import { cutText, limitWarnings } from '#engine/market/limit-warnings';
import { findGridFormProblems } from '#engine/validation/parameter-grid';
import { JobOutbox } from '#messaging/job-outbox';
import { Shutdown } from '#platform/shutdown/shutdown';
import { present, unprocessable } from '../http/api-error';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import { BacktestRequests } from './backtest-requests';
import { CandlesCorrected } from './candles-corrected';
import type { CandlesCorrectedSince } from './candles-corrected.dto';
import { SubmitSweepDto, SubmitWalkForwardDto } from './parameter-search.dto';
import { type Progress, SEARCH_COLUMNS, type ShownSearch } from './parameter-search-read.dto';
import { pollUntil } from './poll-until';
import { checkUnfinishedSearches } from './search-limit';
import { type SweepRead, toSweepRead } from './sweep.dto';
import {
  toWalkForwardItem,
  toWalkForwardRead,
  type WalkForwardOverview,
  type WalkForwardRead,
} from './walk-forward.dto';

/** Of an unknown field in its warning. */
const LONGEST_NAME = 128;

@Injectable()
export class ParameterSearchService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BacktestRequests,
    private readonly outbox: JobOutbox,
    private readonly shutdown: Shutdown,
    private readonly corrected: CandlesCorrected,
  ) {}

  /** The row and its way into the queue commit together; then the job is added at once. */
  async submit(
    kind: SearchKind,
    request: SubmitSweepDto | SubmitWalkForwardDto,
    unknownFields: readonly string[],
    submitter: Submitter,
  ) {
    const gridProblems = findGridFormProblems(request.param_grid ?? {});
    if (gridProblems.length > 0) throw unprocessable(gridProblems);
    const { run, trading } = await this.requests.check(request);
    const { search, entries } = await this.dataSource.transaction(async (manager) => {
      await checkUnfinishedSearches(manager, submitter);
      const search = manager.create(ParameterSearch, {
        kind,
        ...run,
        settings: { ...settingsOf(kind, request), ...trading },
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
      const entries = await this.outbox.submit(manager, 'parameter-search', search.id, submitter);
      return { search, entries };
    });
    this.outbox.dispatch(entries);
    return toSearchRead(search, { done: 0, total: 0 });
  }

  /**
   * The search as it is when it is over, or when the time is up, the client disconnected or this process stops. The answer
   * is "running" also while no worker has begun: the caller does the same, it reads again later.
   */
  async waitFor(kind: SearchKind, id: number, seconds: number, disconnected: AbortSignal) {
    const over = AbortSignal.any([disconnected, this.shutdown.signal]);
    const isOver = async () => {
      const [search] = await this.dataSource.query<({ status: string } | undefined)[]>(
        'select status from parameter_searches where id = $1',
        [id],
      );
      return search?.status !== 'pending' && search?.status !== 'running';
    };
    await pollUntil(isOver, seconds, over);
    const search = await this.read(kind, id);
    return search.status === 'pending' ? Object.assign(search, { status: 'running' as const }) : search;
  }

  /** Windows, combinations and settings may be large: the list leaves them to the resource of each search. */
  async listWalkForwards(query: RecordPageQuery) {
    const kind = 'walk_forward';
    const [{ items, next }, total] = await Promise.all([
      findNewest(this.searches(), positionOf(query), SEARCH_COLUMNS, { kind }),
      this.searches().countBy({ kind }),
    ]);
    const ids = items.map(({ id }) => id);
    const [progress, figures] = await Promise.all([this.progressOf(ids), this.figuresOf(ids)]);
    // One that was deleted between the two reads is not shown.
    const found = items.filter(({ id }) => figures.has(id));
    return toListing(query, { items: found, total, next }, (search) =>
      toWalkForwardItem({ ...search, ...figures.get(search.id)! }, progress(search.id)),
    );
  }

  async read(kind: SearchKind, id: number) {
    return this.toRead(await this.find(kind, id));
  }

  /** Its chunks go with it; workers at them notice at their next heartbeat. */
  async delete(kind: SearchKind, id: number, ifMatch: IfMatch): Promise<void> {
    await this.find(kind, id);
    await this.dataSource.transaction(async (manager) => {
      // Before the record, as workers lock them.
      await removeJobsOfSearch(manager, id);
      const toRead = ifMatch((search: ParameterSearch) => this.toRead(search, manager));
      await deleteRecord(manager.getRepository(ParameterSearch), id, toRead);
    });
  }

  async find(kind: SearchKind, id: number): Promise<ParameterSearch> {
    const search = await findRecord(this.searches(), id);
    return present(search?.kind === kind ? search : null, nameOfSearch(kind), id, 'BACKTEST_NOT_FOUND');
  }

  private async toRead(search: ParameterSearch, manager = this.dataSource.manager) {
    const progress = await this.progressOf([search.id], manager);
    const corrected = await this.corrected.ofSearch(search, manager);
    return toSearchRead(search, progress(search.id), corrected);
  }

  private searches() {
    return this.dataSource.getRepository(ParameterSearch);
  }

  private async figuresOf(ids: readonly number[]): Promise<Map<number, ListedFigures>> {
    const rows = await this.dataSource.query<(ListedFigures & { id: number })[]>(
      `select id, jsonb_build_object('mode', settings -> 'mode', 'objective', settings -> 'objective') as settings,
         case when plan is not null then '{}'::jsonb end as plan,
         case when result is not null then jsonb_build_object(
           'summary', (result -> 'summary') - 'parameterStability', 'benchmark', result -> 'benchmark',
           'verdict', result -> 'verdict', 'warnings', coalesce(result -> 'warnings', '[]')) end as result
       from parameter_searches where id = any($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, ...figures }) => [id, figures]));
  }

  private async progressOf(ids: readonly number[], manager = this.dataSource.manager) {
    const rows = await manager.query<{ search_id: number; done: string; total: string }[]>(
      `select search_id, count(result) as done, count(*) as total from parameter_search_chunks
       where search_id = any($1) group by search_id`,
      [ids],
    );
    const counts = new Map(
      rows.map((row) => [row.search_id, { done: Number(row.done), total: Number(row.total) }]),
    );
    return (id: number) => counts.get(id) ?? { done: 0, total: 0 };
  }
}

/** In sentences. */
export function nameOfSearch(kind: SearchKind): string {
  return kind === 'sweep' ? 'sweep' : 'walk-forward run';
}

/** A search as the API shows it: its request, its progress, and, once completed, what it found. */
function toSearchRead(
  search: ParameterSearch,
  progress: Progress,
  corrected: CandlesCorrectedSince | null = null,
): WalkForwardRead | SweepRead {
  return search.kind === 'sweep'
    ? toSweepRead(search as ShownSearch<StoredSweep>, progress, corrected)
    : toWalkForwardRead(search as ShownSearch<StoredWalkForward>, progress, corrected);
}

type ListedFigures = Pick<ShownSearch<WalkForwardOverview>, 'settings' | 'plan' | 'result'>;

/** Fields that the row has columns for. */
const COLUMNS = new Set(['strategy_name', 'symbol', 'interval', 'exchange', 'start_date', 'end_date']);

/** The other fields of the request. One that is null means its default, as one that is left out does. */
function settingsOf(kind: SearchKind, request: object): object {
  const defaults = kind === 'sweep' ? new SubmitSweepDto() : new SubmitWalkForwardDto();
  const given = Object.entries(request).filter(
    ([name, value]) => !COLUMNS.has(name) && value !== null && value !== undefined,
  );
  return Object.assign({}, defaults, Object.fromEntries(given));
}
