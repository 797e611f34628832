import { Inject, Injectable } from '@nestjs/common';
import type { RequestedBenchmark } from '#domain/backtesting/backtest.entity';
import { FEE_PRESETS_IN_USE } from '#domain/backtesting/fee-presets';
import type { UniverseMember } from '#domain/universes/universe-member';
import { Universes } from '#domain/universes/universes';
import { readExecution } from '#engine/backtest/read-execution';
import type { FeePresets } from '#engine/market/fee-presets';
import type { FieldProblem } from '#engine/market/validate-candle';
import { cutText } from '#engine/market/limit-warnings';
import type { MemberName } from '#engine/portfolio/portfolio';
import { portfolioNeeds } from '#engine/portfolio/data-readers';
import { readPortfolio } from '#engine/portfolio/read-portfolio';
import { unprocessable } from '../../http/api-error';
import { SymbolExchange } from '../../http/choose-exchange';
import { checkMembers, toMember } from '../../http/universe-members';
import { checkDates } from '../check-dates';
import { DatasetRequests } from '../dataset-requests';
import { nameOfAllocation, numbersIn, toRequestedForm } from './resolved-allocation.dto';
import { allocationOf, type SubmitPortfolioDto } from './submit-portfolio.dto';

/** Of a list of runs, beside the other filters. */
const LONGEST_LABEL = 128;
const NAMED_SYMBOLS = 3;

/** Decides what of a request can be known to be wrong at once, and which series it means. */
@Injectable()
export class PortfolioRequests {
  constructor(
    private readonly universes: Universes,
    private readonly exchanges: SymbolExchange,
    private readonly datasets: DatasetRequests,
    @Inject(FEE_PRESETS_IN_USE) private readonly presets: FeePresets,
  ) {}

  /** The columns of the run, but for what it finds. */
  async check(request: SubmitPortfolioDto) {
    checkDates(request);
    const members = await this.membersOf(request.universe);
    const execution = request.execution ?? {};
    const settings = allocationOf(request);
    // Fees aside, an execution is right or wrong whatever the exchange.
    const { exchange } = members[0];
    const read = readExecution(execution, { exchange, presets: this.presets });
    const names = namesOf(members);
    const portfolio = readPortfolio({ ...settings, execution }, names);
    const problems = [read, portfolio].flatMap((each) => ('problems' in each ? each.problems : []));
    if ('problems' in portfolio || problems.length > 0) throw unprocessable(problems.map(withDottedPath));
    const { allocation } = portfolio.settings;
    const universeName = typeof request.universe === 'string' ? request.universe : null;
    return {
      allocation: allocation.kind,
      strategyName: nameOfAllocation(allocation),
      symbol: universeName ?? describeSymbols(members),
      exchange: members.every((member) => member.exchange === exchange) ? exchange : null,
      interval: request.interval,
      startDate: request.start_date,
      endDate: request.end_date,
      datasets: await this.datasets.fix(portfolioNeeds(portfolio.settings), 'rules.parameters'),
      universeName,
      members,
      memberCount: members.length,
      settings,
      execution,
      benchmark: await this.benchmarkOf(request),
      parameters: numbersIn(toRequestedForm(portfolio.settings, names)),
    };
  }

  private async benchmarkOf({ benchmark }: SubmitPortfolioDto): Promise<RequestedBenchmark | null> {
    if (!benchmark) return null;
    const { symbol } = benchmark;
    return { exchange: await this.exchanges.of(symbol, benchmark.exchange, 'benchmark.exchange'), symbol };
  }

  private async membersOf(universe: SubmitPortfolioDto['universe']): Promise<readonly UniverseMember[]> {
    if (typeof universe !== 'string') {
      const exchanges = await this.exchanges.ofAll(universe, (index) => `universe.${index}.exchange`);
      const members = universe.map((member, index) => toMember(member, exchanges[index]));
      checkMembers('universe', members);
      return members;
    }
    const stored = await this.universes.find(universe);
    if (stored) return stored.members;
    const message = `must be the name of a stored universe, or a list of its members: there is no universe ${universe}`;
    throw unprocessable([{ field: 'universe', message }]);
  }
}

/** The engine names items as code does, bodies as paths of fields. */
function withDottedPath({ field, message }: FieldProblem): FieldProblem {
  return { field: field.replace(/\.values\[(\d+)\]/, '.values.$1'), message };
}

/** As the engine knows them; a symbol that no exchange has is refused by its run. */
export function namesOf(members: readonly UniverseMember[]): MemberName[] {
  return members.map(({ exchange, symbol }) => ({ exchange: exchange ?? '', symbol }));
}

/** What lists of runs show instead of a symbol. */
function describeSymbols(members: readonly UniverseMember[]): string {
  const named = members.slice(0, NAMED_SYMBOLS).map(({ symbol }) => symbol);
  const more = members.length - named.length;
  return cutText(`${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`, LONGEST_LABEL);
}
