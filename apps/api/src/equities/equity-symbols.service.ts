import { Injectable } from '@nestjs/common';
import { EquityActions } from '#domain/equities/equity-actions';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { EquitySymbols } from '#domain/equities/equity-symbols';
import { JobFigures, type QueuedState } from '#domain/job-runs/job-figures';
import { adjustmentFactors } from '#engine/market/adjustment-factors';
import { ApiError } from '../http/api-error';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import { type EquityActionsRead, toEquityActionsRead } from './equity-actions.dto';
import { type EquityStatusRead, toEquityStatus } from './equity-status.dto';

/** What is known of the tracked symbols. */
@Injectable()
export class EquitySymbolsService {
  constructor(
    private readonly ingests: EquityIngests,
    private readonly symbols: EquitySymbols,
    private readonly actions: EquityActions,
    private readonly figures: JobFigures,
    private readonly submissions: JobSubmissions,
  ) {}

  async status(): Promise<EquityStatusRead> {
    const [queue, isRunning, latest, tracked] = await Promise.all([
      this.countQueue(),
      this.ingests.hasUnfinished(),
      this.ingests.findLatest(),
      this.symbols.describe(),
    ]);
    const requestId = latest && (await this.submissions.requestOfFailed('equity-backfill', latest));
    return toEquityStatus({ queue, isRunning, latest, requestId, tracked });
  }

  async describeActions(symbol: string): Promise<EquityActionsRead> {
    if (!(await this.symbols.find(symbol))) throw untracked(symbol);
    const [splits, dividends, implied] = await Promise.all([
      this.actions.splits(symbol),
      this.actions.dividends(symbol),
      this.actions.impliedFactors(symbol),
    ]);
    const exDates = dividends.map(({ exDate }) => exDate);
    const closes = new Map(
      (await this.actions.closesBefore(symbol, exDates)).map(({ exDate, close }) => [exDate, close]),
    );
    const factors = adjustmentFactors(
      [
        ...splits.map(({ exDate, numerator, denominator }) => ({
          exDate,
          numerator: Number(numerator),
          denominator: Number(denominator),
        })),
        ...implied.map(({ exDate, factor }) => ({ exDate, numerator: 1, denominator: Number(factor) })),
      ],
      dividends.map(({ exDate, amount }) => ({
        exDate,
        amount: Number(amount),
        closeBefore: closes.get(exDate),
      })),
    );
    return toEquityActionsRead(symbol, splits, dividends, implied, factors);
  }

  async untrack(symbol: string): Promise<void> {
    if (!(await this.symbols.untrack(symbol))) throw untracked(symbol);
  }

  private async countQueue() {
    const figures = (await this.figures.ofJobs()).filter(({ job }) => job === 'equity-backfill');
    const count = (counted: QueuedState) => figures.find(({ state }) => state === counted)?.count ?? 0;
    return { waiting: count('waiting'), active: count('running'), delayed: count('delayed') };
  }
}

function untracked(symbol: string): ApiError {
  return new ApiError({ status: 404, detail: `${symbol} is not tracked: it was not requested` });
}
