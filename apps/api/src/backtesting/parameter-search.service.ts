import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ParameterSearch, type SearchKind } from '#domain/parameter-search/parameter-search.entity';
import { removeJobsOfSearch } from '#domain/parameter-search/parameter-searches';
import { deleteRecord, findRecord, newestRecords } from '#domain/records/records';
import { RUN_NAMES } from '#domain/runs/run-measures';
import { present } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import type { RequestedWait } from '../http/requested-wait';
import { BacktestRequests } from './backtest-requests';
import { CandlesCorrected } from './candles-corrected';
import { SubmitSweepDto, SubmitWalkForwardDto } from './parameter-search.dto';
import { type Progress, SEARCH_COLUMNS, type ShownSearch } from './parameter-search-read.dto';
import { RunWaits } from './run-waits';
import { searchSettingsOf } from './search-request-fields';
import { SearchSubmissions } from './search-submissions';
import { type SweepItemRead, type SweepOverview, type SweepRead, toSweepItem } from './sweep.dto';
import { toSearchRead } from './to-search-read';
import {
  toWalkForwardItem,
  type WalkForwardItemRead,
  type WalkForwardOverview,
  type WalkForwardRead,
} from './walk-forward.dto';

interface RequestedSeriesSearch {
  readonly kind: SearchKind;
  readonly request: SubmitSweepDto | SubmitWalkForwardDto;
  readonly unknownFields: readonly string[];
}

@Injectable()
export class ParameterSearchService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BacktestRequests,
    private readonly submissions: SearchSubmissions,
    private readonly waits: RunWaits,
    private readonly corrected: CandlesCorrected,
  ) {}

  submit(
    { kind, request, unknownFields }: RequestedSeriesSearch,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<WalkForwardRead | SweepRead> {
    const columns = async () => {
      const { run, trading } = await this.requests.check(request);
      return { ...run, settings: { ...settingsOf(kind, request), ...trading } };
    };
    const requested = { kind, grid: request.param_grid ?? {}, unknownFields, columns };
    return this.submissions.submit(requested, submitter, key);
  }

  /** The search after the wait; as it was submitted where it has been deleted since. */
  async waitFor<Read extends WalkForwardRead | SweepRead>(
    kind: SearchKind,
    submitted: Read,
    wait: RequestedWait,
  ): Promise<Read> {
    await this.waits.untilOver('parameter_searches', submitted.id, wait);
    const search = await findRecord(this.searches(), submitted.id);
    return search?.kind === kind ? ((await this.toRead(search)) as Read) : submitted;
  }

  async listWalkForwards(query: RecordPageQuery) {
    return this.list<WalkForwardOverview, WalkForwardItemRead>('walk_forward', query, toWalkForwardItem);
  }

  async listSweeps(query: RecordPageQuery) {
    return this.list<SweepOverview, SweepItemRead>('sweep', query, toSweepItem);
  }

  async read(kind: SearchKind, id: number) {
    return this.toRead(await this.find(kind, id));
  }

  /** Its chunks go with it; workers at them notice at their next heartbeat. */
  async delete(kind: SearchKind, id: number, ifMatch: IfMatch): Promise<void> {
    const requestId = await this.requestOf(await this.find(kind, id));
    await this.dataSource.transaction(async (manager) => {
      // Before the record, as workers lock them.
      await removeJobsOfSearch(manager, id);
      const toRead = ifMatch((search: ParameterSearch) => this.toRead(search, { manager, requestId }));
      await deleteRecord(manager.getRepository(ParameterSearch), id, toRead);
    });
  }

  async find(kind: SearchKind, id: number): Promise<ParameterSearch> {
    const search = await findRecord(this.searches(), id);
    return present(search?.kind === kind ? search : null, nameOfSearch(kind), id, 'BACKTEST_NOT_FOUND');
  }

  /** The one that submitted the search, where it failed. */
  requestOf(search: ParameterSearch): Promise<string | null> {
    return this.submissions.requestOf(search);
  }

  private async toRead(
    search: ParameterSearch,
    known?: { manager: EntityManager; requestId: string | null },
  ) {
    const { manager = this.dataSource.manager, requestId = await this.requestOf(search) } = known ?? {};
    const progress = await this.progressOf([search.id], manager);
    const corrected = await this.corrected.ofSearch(search, manager);
    return toSearchRead(search, progress(search.id), { corrected, requestId });
  }

  private searches() {
    return this.dataSource.getRepository(ParameterSearch);
  }

  /** Windows, combinations and settings may be large: a list leaves them to the resource of each search. */
  private async list<Overview, Item>(
    kind: SearchKind,
    query: RecordPageQuery,
    toItem: (search: ShownSearch<Overview>, progress: Progress) => Item,
  ) {
    const { items, next, total } = await newestRecords(this.searches(), positionOf(query), SEARCH_COLUMNS, {
      kind,
    });
    const ids = items.map(({ id }) => id);
    const [progress, figures] = await Promise.all([
      this.progressOf(ids),
      this.figuresOf<Overview>(kind, ids),
    ]);
    // One that was deleted between the two reads is not shown.
    const found = items.filter(({ id }) => figures.has(id));
    return toListing(query, { items: found, total, next }, (search) =>
      toItem({ ...search, ...figures.get(search.id)! }, progress(search.id)),
    );
  }

  private async figuresOf<Overview>(
    kind: SearchKind,
    ids: readonly number[],
  ): Promise<Map<number, ListedFigures<Overview>>> {
    const rows = await this.dataSource.query<(ListedFigures<Overview> & { id: number })[]>(
      `select id, jsonb_build_object('mode', settings -> 'mode', 'objective', settings -> 'objective') as settings,
         case when plan is not null then '{}'::jsonb end as plan,
         case when result is not null then ${kind === 'sweep' ? OF_SWEEP : OF_WALK_FORWARD} || jsonb_build_object(
           'benchmark', result -> 'benchmark', 'verdict', result -> 'verdict',
           'warnings', coalesce(result -> 'warnings', '[]')) end as result
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
  return RUN_NAMES[kind === 'sweep' ? 'sweep' : 'walk-forward'];
}

type ListedFigures<Overview> = Pick<ShownSearch<Overview>, 'settings' | 'plan' | 'result'>;

/** What lists show of a result, in SQL. */
const OF_WALK_FORWARD = `jsonb_build_object('summary', (result -> 'summary') - 'parameterStability')`;
const OF_SWEEP = `jsonb_build_object('best', result -> 'rows' -> (result ->> 'best')::integer, 'trials', result -> 'trials',
  'significance', result -> 'significance', 'overfitting', result -> 'overfitting')`;

/** Fields that the row has columns for. */
const COLUMNS = new Set(['strategy_name', 'symbol', 'interval', 'exchange', 'start_date', 'end_date']);

/** The other fields of the request. */
function settingsOf(kind: SearchKind, request: object): object {
  const defaults = kind === 'sweep' ? new SubmitSweepDto() : new SubmitWalkForwardDto();
  return searchSettingsOf(request, defaults, COLUMNS);
}
