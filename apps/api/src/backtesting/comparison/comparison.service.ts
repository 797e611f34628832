import { Injectable } from '@nestjs/common';
import type { Run } from '#domain/runs/run.entity';
import { correlateReturns } from '#engine/performance/correlate-returns';
import { type AccountCurve, type DailyReturns, dailyReturns } from '#engine/performance/daily-returns';
import { mergeGrowth } from '#engine/performance/merge-growth';
import { inSlices } from '#platform/pauses/in-slices';
import { ApiError } from '../../http/api-error';
import { LargeReads } from '../../http/large-reads';
import { RunAccounts, samplingOf } from '../run-accounts';
import { RunsService } from '../runs/runs.service';
import { type ComparisonRead, toComparison } from './comparison.dto';
import type { ComparisonQuery, NamedRun } from './comparison-query.dto';
import { differencesOf } from './run-settings';
import { RunSettingsReader } from './run-settings.reader';

/** Runs side by side. */
@Injectable()
export class ComparisonService {
  constructor(
    private readonly runs: RunsService,
    private readonly accounts: RunAccounts,
    private readonly settings: RunSettingsReader,
    private readonly large: LargeReads,
  ) {}

  /** Throws 503 where too many large reads wait. */
  compare(query: ComparisonQuery): Promise<ComparisonRead> {
    return this.large.run(() => this.read(query));
  }

  private async read({ runs: named, points }: ComparisonQuery): Promise<ComparisonRead> {
    const runs = await Promise.all(named.map(({ kind, id }) => this.runs.find(kind, id)));
    const curves: AccountCurve[] = [];
    for (const [index, run] of runs.entries()) curves.push(await this.curveOf(named[index], run));
    const settings = await Promise.all(runs.map((run) => this.settings.of(run)));
    return toComparison({
      runs,
      differences: differencesOf(settings),
      ...(await inSlices(compareCurves(curves, points))),
    });
  }

  private async curveOf({ kind, id }: NamedRun, { status, interval }: Run): Promise<AccountCurve> {
    const account = status === 'completed' ? await this.accounts.find(kind, id) : null;
    if (!account) throw notComparable(kind, id, status);
    const { openTimes, equity } = account;
    const { seconds, calendar } = samplingOf(account, interval);
    return { openTimes, equity, intervalSeconds: seconds, calendar };
  }
}

/** In steps, for curves may have millions of bars. */
function* compareCurves(curves: readonly AccountCurve[], points: number) {
  const returns: DailyReturns[] = [];
  for (const curve of curves) {
    returns.push(dailyReturns(curve));
    yield;
  }
  const correlations = returns.map((one) => returns.map((other) => correlateReturns(one, other)));
  yield;
  return { correlations, merged: mergeGrowth(curves, points) };
}

const NAMES: Readonly<Record<NamedRun['kind'], string>> = {
  backtest: 'Backtest',
  'walk-forward': 'Walk-forward run',
  portfolio: 'Portfolio run',
};

function notComparable(kind: NamedRun['kind'], id: number, status: string): ApiError {
  const name = NAMES[kind];
  const detail =
    status === 'completed'
      ? `${name} ${id} has no equity: it is of an earlier version, or its record was edited; run it again to compare it`
      : `${name} ${id} is ${status}: only completed ones can be compared`;
  return new ApiError({ status: 409, detail });
}
