import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type PortfolioInput, type PortfolioResult } from './portfolio';

/**
 * Runs a portfolio: many series in one account. Pure: the same input gives the same output. Throws BacktestRefusal where
 * the series leave nothing to run.
 */
export function runPortfolio(input: PortfolioInput): PortfolioResult {
  throw new BacktestRefusal(`portfolios of ${input.members.length} members cannot be run yet`);
}
