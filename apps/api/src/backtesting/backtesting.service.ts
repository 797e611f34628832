import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { deleteRecord, findRecord, newestRecords, updateRecord } from '#domain/records/records';
import { JobOutbox } from '#messaging/job-outbox';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import type { Logger } from 'pino';
import { present } from '../http/api-error';
import { toListing } from '../http/listing';
import { placeOf, type RecordPageQuery } from '../http/page.dto';
import { type SubmitBacktestDto, toBacktestResult, type UpdateBacktestDto } from './backtest.dto';
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
    return toListing(query, await newestRecords(this.backtests(), placeOf(query)), toBacktestResult);
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
  async update(
    id: number,
    { strategy_name, status, sharpe_ratio, max_drawdown, total_return }: UpdateBacktestDto,
  ) {
    const figures = {
      status,
      sharpeRatio: sharpe_ratio,
      maxDrawdown: max_drawdown,
      totalReturn: total_return,
    };
    const takesOver = Object.values(figures).some((value) => value !== undefined);
    const backtest = await this.dataSource.transaction(async (manager) => {
      const changed = await updateRecord(manager.getRepository(Backtest), id, {
        strategyName: strategy_name,
        ...figures,
        ...(takesOver && { ownedByClient: true, runToken: null }),
      });
      const existing = present(changed, WHAT, id, 'BACKTEST_NOT_FOUND');
      if (takesOver) await this.withdraw(manager, existing);
      return existing;
    });
    if (takesOver) this.removeJob(backtest);
    return toBacktestResult(backtest);
  }

  async delete(id: number): Promise<void> {
    const backtest = await this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(Backtest);
      const existing = present(await findRecord(repository, id), WHAT, id, 'BACKTEST_NOT_FOUND');
      present((await deleteRecord(repository, id)) || null, WHAT, id, 'BACKTEST_NOT_FOUND');
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

  /** Spares the queue a job that its row already ended; a job that is being worked on is stopped by its row. */
  private removeJob({ id, run }: Backtest): void {
    this.queues.remove('backtest', { backtestId: id, run }).catch((error: unknown) => {
      this.logger.debug(
        { err: error, backtest_id: id },
        'The job of a cancelled backtest stays in the queue',
      );
    });
  }
}
