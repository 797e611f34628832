import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { cancelRun, removeRuns } from '#domain/job-runs/end-runs';
import { deleteRecord, findRecord, newestRecords, updateRecord } from '#domain/records/records';
import { present } from '../http/api-error';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import { BACKTEST_RESULT_COLUMNS, toBacktestResult, type UpdateBacktestDto } from './backtest.dto';
import { CancelledJobs } from './cancelled-jobs';

const WHAT = 'backtest';
const JOB = 'backtest';

@Injectable()
export class BacktestingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cancelledJobs: CancelledJobs,
  ) {}

  async list(query: RecordPageQuery) {
    const page = await newestRecords(this.backtests(), positionOf(query), BACKTEST_RESULT_COLUMNS);
    return toListing(query, page, toBacktestResult);
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
    const { backtest, cancelled } = await this.dataSource.transaction(async (manager) => {
      // Before the record, as workers lock them.
      const cancelled = takesOver ? await cancelRun(manager, JOB, String(id)) : [];
      const changes = { strategyName: strategy_name, ...figures, ...editOf(request) };
      const approve = ifMatch(toBacktestResult);
      const changed = await updateRecord(manager.getRepository(Backtest), id, changes, approve);
      return { backtest: present(changed, WHAT, id, 'BACKTEST_NOT_FOUND'), cancelled };
    });
    this.cancelledJobs.remove(cancelled);
    return toBacktestResult(backtest);
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    const removed = await this.dataSource.transaction(async (manager) => {
      const removed = [
        ...(await removeRuns(manager, JOB, [String(id)])),
        ...(await removeRuns(manager, 'backtest-verify', [String(id)])),
      ];
      const isDeleted = await deleteRecord(manager.getRepository(Backtest), id, ifMatch(toBacktestResult));
      present(isDeleted || null, WHAT, id, 'BACKTEST_NOT_FOUND');
      return removed;
    });
    this.cancelledJobs.remove(removed);
  }

  private backtests() {
    return this.dataSource.getRepository(Backtest);
  }

  private async find(id: number): Promise<Backtest> {
    return present(await findRecord(this.backtests(), id), WHAT, id, 'BACKTEST_NOT_FOUND');
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
