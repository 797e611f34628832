import type { RunFingerprint } from '#domain/backtesting/stored-report';
import type { WalkForwardTests } from '#domain/parameter-search/walk-forward-tests';
import { bytesOfDoubles } from '#domain/records/doubles';
import type { PortfolioTrade } from '#engine/portfolio/portfolio';
import type { Trade } from '#engine/performance/trade';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import type { ValidationPlan } from '#engine/validation/validation-plan';
import { type DataFingerprint, fingerprintData } from '../runs/fingerprint';
import { fingerprintMembers, fingerprintPortfolio } from '../runs/portfolio/fingerprint-portfolio';
import { toPortfolioTradeColumns } from '../runs/portfolio/portfolio-trade-columns';
import { toTradeColumns } from '../runs/to-trade-columns';
import { planPortfolioSearch, type PortfolioTrialsTask } from './portfolio-search';
import { fingerprintSeriesSearch, planSeriesSearch, type SeriesSearch } from './series-search';

/** What a search works on, as it crosses into a thread: the columns are shared, not copied. */
export interface SearchTask {
  readonly work: SeriesSearch | PortfolioTrialsTask;
  /** What a thread may keep of indicators. */
  readonly indicatorBytes: number;
}

export function planOf(work: SearchTask['work']): ValidationPlan {
  return 'portfolio' in work ? planPortfolioSearch(work) : planSeriesSearch(work);
}

export function dataOf(work: SearchTask['work']): DataFingerprint {
  return 'portfolio' in work ? fingerprintMembers(work.portfolio) : fingerprintData(work.input);
}

export function fingerprintOf(work: SearchTask['work'], data: DataFingerprint): RunFingerprint {
  return 'portfolio' in work
    ? fingerprintPortfolio(work.portfolio, data, work.settings)
    : fingerprintSeriesSearch(work, data);
}

/** What is known of the data before anything is computed. */
export function warningsOf(work: SearchTask['work']): readonly string[] {
  return 'portfolio' in work ? work.portfolio.warnings : work.input.warnings;
}

/** What is stored of the tests of a walk-forward run. */
export function toTests(
  { openTime, equity, beside, joined: { metrics, trades } }: WalkForwardResult,
  work: SearchTask['work'],
): WalkForwardTests {
  return {
    openTimes: bytesOfDoubles(openTime),
    equity: bytesOfDoubles(equity),
    benchmark: bytesOfDoubles(beside.equity),
    metrics,
    relative: beside.relative,
    windows: trades.map(({ window }) => window),
    ...tradesOf(trades, work),
  };
}

/** Trades of a portfolio say of which member they are. */
function tradesOf(
  trades: WalkForwardResult['joined']['trades'],
  work: SearchTask['work'],
): Pick<WalkForwardTests, 'trades' | 'members'> {
  if ('portfolio' in work) {
    const { member, ...columns } = toPortfolioTradeColumns(
      trades as readonly PortfolioTrade[],
      work.portfolio.input.members,
    );
    return { trades: columns, members: member };
  }
  return { trades: toTradeColumns(trades as readonly Trade[], work.input.candles) };
}
