import { BacktestRefusal } from '../backtest/backtest-refusal';
import { placesOrders } from '../backtest/order-strategy';
import { type StrategyParameters } from '../backtest/strategy';
import { type FieldProblem } from '../market/validate-candle';
import { strategyOf } from '../strategies/registry';
import { type Searchable } from '../validation/parameter-grid';
import { type MemberName } from '../portfolio/portfolio';
import { type PortfolioSettings } from '../portfolio/portfolio-settings';
import { readPortfolio } from '../portfolio/read-portfolio';
import { findUniverseProblem } from '../portfolio/refuse-portfolio';
import { type Fields } from '../portfolio/setting-reader';
import { defaultGrid } from './default-grid';
import { type SearchedRules, searchedRules, STRATEGY_PATH } from './searched-rules';

const REBALANCE_PATH = 'rebalance.';

/** What a search over the settings of a portfolio tries. */
export interface PortfolioSearch {
  /** Its parameters are paths into the request, such as `weights.lookback`; words are their index among the setting's words. */
  readonly searchable: Searchable;
  /** Those of the request. */
  readonly settings: PortfolioSettings;
  /** Those of the request with the parameters of one combination. Throws BacktestRefusal where they are refused. */
  readonly settingsOf: (parameters: StrategyParameters) => PortfolioSettings;
}

/** Reads the request as a single run does; its settings are what no combination says otherwise. */
export function readPortfolioSearch(
  request: Fields,
  members: readonly MemberName[],
): PortfolioSearch | { readonly problems: readonly FieldProblem[] } {
  const read = readPortfolio(request, members);
  if ('problems' in read) return read;
  const { settings } = read;
  const isRhythmGiven = request.rebalance !== undefined;
  const parameters = searchedRules(settings, isRhythmGiven);
  const tried = (combination: StrategyParameters) => trySettings(request, members, parameters, combination);
  return {
    settings,
    searchable: {
      name: 'the portfolio',
      parameters,
      defaultGrid: defaultGrid(settings, (path) => valueAt(request, path) !== undefined, members),
      check: (combination) => {
        const outcome = tried(combination);
        return typeof outcome === 'string' ? outcome : undefined;
      },
    },
    settingsOf: (combination) => {
      const outcome = tried(combination);
      if (typeof outcome === 'string') throw new BacktestRefusal(outcome);
      return outcome;
    },
  };
}

/** The settings, or what is wrong with them. */
function trySettings(
  request: Fields,
  members: readonly MemberName[],
  rules: SearchedRules,
  combination: StrategyParameters,
): PortfolioSettings | string {
  const searchesRebalance = Object.keys(combination).some((path) => path.startsWith(REBALANCE_PATH));
  // A rebalance has one kind: what the request has of it goes, and two that are searched are refused as in a single run.
  let tried: Fields = searchesRebalance ? { ...request, rebalance: {} } : request;
  const ofStrategy: Record<string, number> = {};
  for (const [path, value] of Object.entries(combination)) {
    if (path.startsWith(STRATEGY_PATH)) ofStrategy[path.slice(STRATEGY_PATH.length)] = value;
    else tried = withValue(tried, path, rules[path].words?.[value] ?? value);
  }
  const read = readPortfolio(tried, members);
  if ('problems' in read) return read.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  return (
    findUniverseProblem(read.settings.allocation, members.length) ?? withParameters(read.settings, ofStrategy)
  );
}

function withParameters(settings: PortfolioSettings, tried: StrategyParameters): PortfolioSettings | string {
  const { allocation } = settings;
  if (allocation.kind !== 'rules' || Object.keys(tried).length === 0) return settings;
  const { strategy } = allocation;
  const parameters = { ...strategy.parameters, ...tried };
  const declared = strategyOf(strategy.declaration);
  const problem = placesOrders(declared) ? undefined : declared.check?.(parameters);
  if (problem !== undefined) return problem;
  return { ...settings, allocation: { kind: 'rules', strategy: { ...strategy, parameters } } };
}

/** Objects that a request may leave out, as far as a path leads through them. */
const LEFT_OUT: Readonly<Record<string, object>> = { 'ranking.weights': { method: 'equal' } };

/** A copy with another value at a path. */
function withValue(fields: Fields, path: string, value: number | string): Fields {
  const names = path.split('.');
  const replace = (given: unknown, depth: number): unknown => {
    if (depth === names.length) return value;
    const name = names[depth];
    const own = isFields(given) ? given : (LEFT_OUT[names.slice(0, depth).join('.')] ?? {});
    return { ...own, [name]: replace((own as Fields)[name], depth + 1) };
  };
  return replace(fields, 0) as Fields;
}

function valueAt(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), fields);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
