import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { PortfolioSettings } from '#engine/portfolio/portfolio-settings';
import { readPortfolio } from '#engine/portfolio/read-portfolio';

/** What a row requests, with every default filled in. Throws BacktestRefusal where this version reads it otherwise than the one that took it. */
export function settingsOf({ settings, execution, members }: PortfolioRun): PortfolioSettings {
  const names = members.map(({ exchange, symbol }) => ({ exchange: exchange ?? '', symbol }));
  const read = readPortfolio({ ...settings, execution }, names);
  if ('settings' in read) return read.settings;
  throw new BacktestRefusal(read.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
}
