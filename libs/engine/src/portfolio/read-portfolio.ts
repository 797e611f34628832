import { type FieldProblem } from '../market/validate-candle';
import { type MemberName } from './portfolio';
import { DELISTING_RETURN_RULE } from './portfolio-fields';
import { type Allocation, type PortfolioSettings, type Weighting } from './portfolio-settings';
import { readRanking } from './read-ranking';
import { readRebalance } from './read-rebalance';
import { readSharedStrategy } from './read-shared-strategy';
import { readWeighting } from './read-weighting';
import { type Fields, SettingReader } from './setting-reader';

export type ReadPortfolio =
  { readonly settings: PortfolioSettings } | { readonly problems: readonly FieldProblem[] };

const ALLOCATIONS = ['weights', 'ranking', 'rules'] as const;

/** What of an execution only signals can use. */
const OF_SIGNALS = ['sizing', 'leverage', 'stop_loss', 'take_profit', 'trailing_stop'];

/**
 * Reads `weights`, `ranking` or `rules`, `rebalance` and `delisting_return` of a request (its other fields are left alone)
 * into settings with every default filled in, or says what is wrong, an entry per field with its full path. `execution` is
 * read by readExecution; here only what an allocation cannot use is refused. `members` is the universe in its order, or null
 * where it is not known yet: given weights are then in the order they are listed in, which no run may use.
 */
export function readPortfolio(request: Fields, members: readonly MemberName[] | null): ReadPortfolio {
  const reader = new SettingReader();
  const execution = isFields(request.execution) ? request.execution : {};
  const allocation = readAllocation(request, execution, members, reader);
  const isRules = request.rules !== undefined && request.rules !== null;
  const rebalance = isRules ? null : readRebalance(request.rebalance, reader);
  if (isRules && request.rebalance !== undefined) {
    reader.refuse('rebalance', 'is of weights and ranking: rules trade by their signals');
  }
  if (!isRules) refuseForSignals(execution, reader);
  const delistingReturn = reader.setting(
    request.delisting_return,
    'delisting_return',
    DELISTING_RETURN_RULE,
    0,
  );
  if (allocation === null || reader.problems.length > 0) return { problems: reader.problems };
  return { settings: { allocation, rebalance, delistingReturn } };
}

function readAllocation(
  request: Fields,
  execution: Fields,
  members: readonly MemberName[] | null,
  reader: SettingReader,
): Allocation | null {
  const given = ALLOCATIONS.filter((kind) => request[kind] !== undefined && request[kind] !== null);
  if (given.length !== 1) {
    reader.refuse(given[1] ?? 'weights', `exactly one of ${ALLOCATIONS.join(', ')} is required`);
    return null;
  }
  const [kind] = given;
  switch (kind) {
    case 'weights': {
      const weighting = readWeighting(request.weights, 'weights', members, reader);
      if (isShort(weighting)) requireShorting('weights.values', execution, reader);
      const { givenRule } = weighting;
      if (!givenRule) return { kind, weighting };
      const allowShort = execution.allow_short === true;
      return { kind, weighting: { ...weighting, givenRule: { ...givenRule, allowShort } } };
    }
    case 'ranking': {
      const ranking = readRanking(request.ranking, members, reader);
      if (ranking.bottom > 0) requireShorting('ranking.bottom', execution, reader);
      return { kind, ranking };
    }
    case 'rules': {
      const strategy = readSharedStrategy(request.rules, execution, reader);
      return strategy && { kind, strategy };
    }
  }
}

function refuseForSignals(execution: Fields, reader: SettingReader): void {
  for (const field of OF_SIGNALS) {
    if (execution[field] !== undefined && execution[field] !== null) {
      reader.refuse(`execution.${field}`, 'is of rules: weights and ranking say what is held');
    }
  }
}

function requireShorting(field: string, execution: Fields, reader: SettingReader): void {
  if (execution.allow_short !== true) {
    reader.refuse(field, 'holds shorts, which needs execution.allow_short to be true');
  }
}

function isShort({ givenWeights }: Weighting): boolean {
  return givenWeights !== null && givenWeights.some((weight) => weight < 0);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
