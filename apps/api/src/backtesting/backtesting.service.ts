import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { deleteRecord, findRecord, newestRecords, updateRecord } from '#domain/records/records';
import { JobOutbox } from '#messaging/job-outbox';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import type { Logger } from 'pino';
import { present } from '../http/api-error';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import {
  BACKTEST_RESULT_COLUMNS,
  type SubmitBacktestDto,
  toBacktestResult,
  type UpdateBacktestDto,
} from './backtest.dto';
import { BacktestRequests } from './backtest-requests';

const WHAT = 'backtest';

@Injectable()
export class BacktestingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BacktestRequests,
    private readonly outbox: JobOutbox,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async list(query: RecordPageQuery) {
    const page = await newestRecords(this.backtests(), positionOf(query), BACKTEST_RESULT_COLUMNS);
    return toListing(query, page, toBacktestResult);
  }

  /** The row and its way into the queue commit together; then the job is added at once. */
  async submit(request: SubmitBacktestDto) {
    const fields = await this.requests.check(request);
    const { backtest, entry } = await this.dataSource.transaction(async (manager) => {
      const backtest = manager.create(Backtest, fields);
      await manager.insert(Backtest, backtest);
      const entry = await this.outbox.write(manager, 'backtest', {
        backtestId: backtest.id,
        run: backtest.run,
      });
      return { backtest, entry };
    });
    this.outbox.dispatch(entry);
    return toBacktestResult(backtest);
  }

  async read(id: number) {
    return toBacktestResult(await this.find(id));
  }

  /** A status or a metric set by hand makes the record the client's: whatever is queued or running for it is cancelled. */
  async update(id: number, request: UpdateBacktestDto, ifMatch: IfMatch) {
    const { strategy_name, status, sharpe_ratio, max_drawdown, total_return } = request;
    const figures = {
      status,
      sharpeRatio: sharpe_ratio,
      maxDrawdown: max_drawdown,
      totalReturn: total_return,
    };
    const takesOver = Object.values(figures).some((value) => value !== undefined);
    const backtest = await this.dataSource.transaction(async (manager) => {
      const changes = {
        strategyName: strategy_name,
        ...figures,
        ...(takesOver && { ownedByClient: true, runToken: null }),
        ...editOf(request),
      };
      const approve = ifMatch(toBacktestResult);
      const changed = await updateRecord(manager.getRepository(Backtest), id, changes, approve);
      const existing = present(changed, WHAT, id, 'BACKTEST_NOT_FOUND');
      if (takesOver) await this.withdraw(manager, existing);
      return existing;
    });
    if (takesOver) this.removeJob(backtest);
    return toBacktestResult(backtest);
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    const backtest = await this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(Backtest);
      const existing = present(await findRecord(repository, id), WHAT, id, 'BACKTEST_NOT_FOUND');
      present(
        (await deleteRecord(repository, id, ifMatch(toBacktestResult))) || null,
        WHAT,
        id,
        'BACKTEST_NOT_FOUND',
      );
      await this.withdraw(manager, existing);
      return existing;
    });
    this.removeJob(backtest);
  }

  private backtests() {
    return this.dataSource.getRepository(Backtest);
  }

  private async find(id: number): Promise<Backtest> {
    return present(await findRecord(this.backtests(), id), WHAT, id, 'BACKTEST_NOT_FOUND');
  }

  private withdraw(manager: EntityManager, { id, run }: Backtest): Promise<void> {
    return this.outbox.withdraw(manager, 'backtest', { backtestId: id, run });
  }

  /** Spares the queue a job whose row is already finished; a job that is being worked on is stopped by its row. */
  private removeJob({ id, run }: Backtest): void {
    this.queues.remove('backtest', { backtestId: id, run }).catch((error: unknown) => {
      this.logger.debug(
        { err: error, backtest_id: id },
        'The job of a cancelled backtest stays in the queue',
      );
    });
  }
}

const EDITABLE = [
  'strategy_name',
  'status',
  'sharpe_ratio',
  'max_drawdown',
  'total_return',
] as const satisfies readonly (keyof UpdateBacktestDto)[];

/** Notes on the row which fields are changed, beside those of earlier edits; nothing where there are none. */
function editOf(changes: UpdateBacktestDto) {
  const fields = EDITABLE.filter((field) => changes[field] !== undefined);
  if (fields.length === 0) return {};
  return {
    editedAt: () => 'now()',
    editedFields: () => `array(select distinct unnest(edited_fields || '{${fields.join(',')}}') order by 1)`,
  };
}
