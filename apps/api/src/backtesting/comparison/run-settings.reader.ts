import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { PortfolioReport } from '#domain/portfolios/portfolio-results.entity';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import type { Run } from '#domain/runs/run.entity';
import type { UniverseMember } from '#domain/universes/universe-member';
import { readExecution } from '#engine/backtest/read-execution';
import type { FeePresets } from '#engine/market/fee-presets';
import { readPortfolio } from '#engine/portfolio/read-portfolio';
import { namesOf } from '../portfolio/portfolio-requests';
import { toRequestedForm } from '../portfolio/resolved-allocation.dto';
import { toResolvedExecution } from '../resolved-execution.dto';
import { toRequestedRun } from './comparison.dto';
import { type RunSettings, settingsAt } from './run-settings';

interface SearchSettings {
  readonly parameters?: object;
  readonly execution?: Readonly<Record<string, unknown>>;
}

/** What runs were requested with, defaults filled in. */
@Injectable()
export class RunSettingsReader {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
  ) {}

  async of(run: Run): Promise<RunSettings> {
    return settingsAt({ ...toRequestedRun(run), ...(await this.strategyOf(run)) });
  }

  private strategyOf(run: Run): Promise<object> {
    if (run.kind === 'backtest') return this.ofBacktest(run);
    return run.kind === 'portfolio' ? this.ofPortfolio(run) : this.ofSearch(run);
  }

  private async ofPortfolio({ runId }: Run): Promise<object> {
    const { manager } = this.dataSource;
    const portfolio = await manager.findOneBy(PortfolioRun, { id: runId });
    const stored = await manager.findOneBy(PortfolioReport, { portfolioId: runId });
    if (!portfolio || !stored) return {};
    const { settings, execution } = stored.report.resolved;
    return {
      members: portfolio.members,
      ...toRequestedForm(settings, namesOf(portfolio.members)),
      execution: toResolvedExecution(execution),
      ...(portfolio.benchmark && { benchmark: portfolio.benchmark }),
    };
  }

  private async ofBacktest({ runId }: Run): Promise<object> {
    const { manager } = this.dataSource;
    const stored = await manager.findOneBy(BacktestReport, { backtestId: runId });
    if (!stored) return {};
    const { given, parameters, execution } = stored.report.resolved;
    const requested = await manager.findOne(Backtest, {
      where: { id: runId },
      select: { id: true, benchmark: true },
    });
    return {
      parameters: { ...given, ...parameters },
      execution: toResolvedExecution(execution),
      ...(requested?.benchmark && { benchmark: requested.benchmark }),
    };
  }

  private async ofSearch({ runId, exchange }: Run): Promise<object> {
    const search = await this.dataSource.manager.findOneBy(ParameterSearch, { id: runId });
    const { parameters = {}, execution = {}, ...own } = (search?.settings ?? {}) as SearchSettings;
    const read = readExecution(execution, { exchange, presets: this.presets });
    return {
      parameters,
      execution: 'problems' in read ? execution : toResolvedExecution(read.execution),
      ...own,
      ...(search?.members && portfolioOf(own, search.members)),
    };
  }
}

/** Of a search over the settings of a portfolio: its members, and the settings that it has where no combination says otherwise. */
function portfolioOf(
  settings: Readonly<Record<string, unknown>>,
  members: readonly UniverseMember[],
): object {
  const names = namesOf(members);
  const read = readPortfolio(settings, names);
  return { members, ...('problems' in read ? {} : toRequestedForm(read.settings, names)) };
}
