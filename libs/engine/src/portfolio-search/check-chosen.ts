import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type LookaheadCheck } from '../backtest/check-lookahead';
import { checkPortfolioLookahead } from '../portfolio/check-portfolio-lookahead';
import { type PortfolioInput } from '../portfolio/portfolio';
import { runPortfolio } from '../portfolio/run-portfolio';

/**
 * Whether the settings that a search has chosen do the same over its whole range without knowing what came later. Null where
 * they can decide nothing there.
 */
export function checkChosen(chosen: PortfolioInput): LookaheadCheck | null {
  try {
    return checkPortfolioLookahead(chosen, runPortfolio(chosen));
  } catch (error) {
    if (error instanceof BacktestRefusal) return null;
    throw error;
  }
}
