import type { MemberName } from '#engine/portfolio/portfolio';
import type {
  Allocation,
  PortfolioSettings,
  RankSource,
  RebalanceRule,
  Weighting,
} from '#engine/portfolio/portfolio-settings';

type Fields = Readonly<Record<string, unknown>>;

/** Settings as a request would give them, with every default filled in. */
export function toRequestedForm(
  { allocation, rebalance, delistingReturn }: PortfolioSettings,
  members: readonly MemberName[],
): Fields {
  return {
    ...allocationForm(allocation, members),
    ...(rebalance && { rebalance: rebalanceForm(rebalance) }),
    delisting_return: delistingReturn,
  };
}

function allocationForm(allocation: Allocation, members: readonly MemberName[]): Fields {
  switch (allocation.kind) {
    case 'weights':
      return { weights: weightingForm(allocation.weighting, members) };
    case 'ranking': {
      const { by, top, bottom, weighting, gross, net } = allocation.ranking;
      const weights = weightingForm(weighting, members);
      return { ranking: { by: sourceForm(by), top, bottom, weights, gross, net } };
    }
    case 'rules': {
      const { strategyName, parameters, maximumOpenPositions, priority, share } = allocation.strategy;
      return {
        rules: {
          strategy_name: strategyName,
          parameters,
          max_open_positions: maximumOpenPositions,
          priority: priority && sourceForm(priority),
          share,
        },
      };
    }
  }
}

function weightingForm(weighting: Weighting, members: readonly MemberName[]): Fields {
  const { method, givenWeights, givenRule, maximumTurnover } = weighting;
  if (givenRule) return { method, max_turnover: maximumTurnover, rule: givenRule.expression };
  if (givenWeights) {
    const values = members.map(({ exchange, symbol }, index) => ({
      exchange,
      symbol,
      weight: givenWeights[index],
    }));
    return { method, max_turnover: maximumTurnover, values };
  }
  return {
    method,
    lookback: weighting.lookbackBars,
    max_weight: weighting.maximumWeight,
    min_weight: weighting.minimumWeight,
    cash: weighting.cashShare,
    max_turnover: maximumTurnover,
  };
}

function sourceForm(source: RankSource): Fields {
  switch (source.kind) {
    case 'momentum':
      return { momentum: { lookback: source.lookbackBars, skip: source.skipBars } };
    case 'rule':
      return { rule: source.expression };
    case 'feature':
      return { feature: source.name };
  }
}

function rebalanceForm(rebalance: RebalanceRule): Fields {
  switch (rebalance.kind) {
    case 'calendar':
      return { every: rebalance.every };
    case 'bars':
      return { bars: rebalance.bars };
    case 'drift':
      return { drift: rebalance.band };
  }
}

/** What weighs or chooses the members, in a word. */
export function nameOfAllocation(allocation: Allocation): string {
  switch (allocation.kind) {
    case 'weights':
      return allocation.weighting.method;
    case 'ranking': {
      const { by } = allocation.ranking;
      return by.kind === 'feature' ? by.name : by.kind;
    }
    case 'rules':
      return allocation.strategy.strategyName;
  }
}

/** The numbers of an object and of the objects in it, by their paths, such as weights.lookback; not those in lists. */
export function numbersIn(settings: Fields, path = ''): Record<string, number> {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[path + name, value]];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.entries(numbersIn(value as Fields, `${path}${name}.`)) : [];
  });
  return Object.fromEntries(entries);
}
