import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { removeRuns } from '#domain/job-runs/end-runs';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { deleteRecord, findRecord, newestRecords } from '#domain/records/records';
import { present } from '../../http/api-error';
import type { IfMatch } from '../../http/if-match';
import { toListing } from '../../http/listing';
import { positionOf, type RecordPageQuery } from '../../http/page.dto';
import { CancelledJobs } from '../cancelled-jobs';
import { PORTFOLIO_COLUMNS, toPortfolioRead } from './portfolio.dto';

const WHAT = 'portfolio run';

/** The records of portfolio runs. */
@Injectable()
export class PortfoliosService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cancelledJobs: CancelledJobs,
  ) {}

  async list(query: RecordPageQuery) {
    const page = await newestRecords(this.portfolios(), positionOf(query), PORTFOLIO_COLUMNS);
    return toListing(query, page, toPortfolioRead);
  }

  async read(id: number) {
    return toPortfolioRead(await this.find(id));
  }

  async find(id: number): Promise<PortfolioRun> {
    return present(await findRecord(this.portfolios(), id), WHAT, id, 'BACKTEST_NOT_FOUND');
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    const removed = await this.dataSource.transaction(async (manager) => {
      // Before the record, as workers lock them.
      const removed = [
        ...(await removeRuns(manager, 'portfolio', [String(id)])),
        ...(await removeRuns(manager, 'portfolio-verify', [String(id)])),
      ];
      const portfolios = manager.getRepository(PortfolioRun);
      const isDeleted = await deleteRecord(portfolios, id, ifMatch(toPortfolioRead));
      present(isDeleted || null, WHAT, id, 'BACKTEST_NOT_FOUND');
      return removed;
    });
    this.cancelledJobs.remove(removed);
  }

  private portfolios() {
    return this.dataSource.getRepository(PortfolioRun);
  }
}
